/** What goes to and fro between the server and the client, for the type check; no browser reads it. A test holds it to the
 *  server's own messages. */

export type Cents = number;
/** A place on the felt: across, down, degrees turned, and size. */
export type Place = [x: number, y: number, turn?: number, size?: number];

export interface Seat { seat: number; name: string; funds: Cents; stake: Cents; ready?: boolean; here?: boolean; bot?: string }
export interface Bet { seat: number; wager: string; stake: Cents; on?: boolean; mark?: number; swept?: Cents }
export interface Choice {
  id: string; least?: Cents; most?: Cents; step?: Cents; usual?: Cents; secret?: boolean; of?: string[]; cards?: number[][]; warning?: string; marks?: [string, Cents][];
}
export interface Asked { seat: number; hand: string; choices?: Choice[]; parts?: string[]; verb?: string }
export interface Marker { label: string; at: string; says: string; kind?: "puck" | "off" | "button" | "holder" | "card" | "chips" | "box" | "pot" }
export interface Board { title: string; says: string; look: "letter" | "ring" | "bead" | "slash"; columns: string[]; colors: Record<string, string> }
export interface Settled { stake: Cents; result: string; pays: Cents; lost: Cents; cite: string; outcome: string }
export interface SeatResult { seat: number; name: string; net: Cents; wagers: Record<string, Settled> }
export interface Result { round: number; seats: SeatResult[] }
export interface Notice { effective: number; options: Record<string, string | number | boolean> }
export interface You { name?: string; role?: string; seat?: number | null; wallet?: Cents; choices?: Choice[]; open?: string[]; wins?: Record<string, Cents> }

/** A throw, a spin or a draw, or any other event; `words` describes it. */
export interface Happening {
  do: string; words?: string; seat?: number; wager?: string; amount?: Cents; owner?: string; to?: string; card?: number; cards?: number[];
  up?: boolean; faces?: number[]; pocket?: string; numbers?: number[]; pays?: Cents; lost?: Cents; stake?: Cents; stays?: boolean; result?: string;
}

/** A table as somebody may see it; the server leaves out usual values. */
export interface Table {
  id: string; name: string; game: string; title: string; line: number; rules: number; round: number; now: number;
  playing: boolean; closed: boolean; deadline?: number; seats: Seat[]; bets: Bet[]; gone: string[]; shown?: Happening;
  markers: Marker[]; boards: Board[]; state?: Record<string, unknown>; meters: Record<string, Cents>; pots: Record<string, Cents>;
  result?: Result; promise?: string; seeds?: Record<number, string>; head?: unknown; notices: Notice[]; watching?: number; aids?: boolean; waits_for?: string; banner?: string; chips?: boolean;
  hands: Record<string, string[]>; called: Record<string, string>; asked?: Asked; asking?: number[]; you: You;
  /** When it was received, by this browser's clock; and whether it is from the past. */
  clock?: number; past?: boolean;
}

export interface Wager {
  name: string; cite: string; during: boolean; required: boolean; elsewhere: boolean; lies: string; aside: [number, number];
  marks: string; least: Cents; most: Cents; step: Cents;
}
export interface Spot { wager: string; position: number; x: number; y: number; turn: number; width: number; height: number; label: string; called: string }

/** Where things are on the felt, and their names. */
export interface Plan {
  width: number; height: number; felt: number; center: [number, number] | null; ring: [number, number, number, number] | null; positions: number; hands: Record<string, Place>;
  names: Record<string, Place>; middle: [number, number]; room: number; plate: number; arrays: Record<string, { at: [number, number][]; size: number }>;
  piece: "card" | "tile"; squeezed: string[]; boxes: Record<string, [number, number]>; furniture: Record<string, [number, number]>; spots: Spot[];
  wheel: { pocket: string; label: string; sign: string; color: string }[]; verb: string; advises: boolean; pace: number; pays: unknown[];
  wagers: Record<string, Wager>; together: string[][]; ticket: { board: string; draws: number; least: Cents } | null; chip: Cents;
  decisions: Record<string, { name: string; verb: string; gives_up: boolean; largest: boolean; total: boolean }>; irregularities: unknown; options: unknown;
}
