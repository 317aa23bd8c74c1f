"""High hands by the hundred million: the values of ``high.py``, looked up instead of worked out.

Every card has a key, and keys add up, so an inner loop carries one running sum for its hand:

    key = keys[a] + keys[b] + …      and      hand = bits[a] + bits[b] + …      (for flushes alone)

The low half of a sum tells which ranks are held how often; the high half counts the suits. ``look_up`` turns
both sums into the value. The table of ranks is small enough for the processor's second-level cache, because
rows that are mostly empty are slid into each other's gaps.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law import Refused, kernel
from pitboss.ranking.high import SUIT, count, flush_value, rank_value

# The sums of any five, six or seven ranks, none more than four times, all differ. Found by search: each
# number is the least that keeps the sums of so many cards apart, and the common 3085964 keeps five, six and
# seven apart.
RANK_KEYS: Final = tuple(
    3085964 + key for key in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
)
ROW: Final = 12  # bits of a sum that are its place in a row
SUITS: Final = 48  # bit where the four suit counters begin, four bits each
THREE_EACH: Final = 0x3333 << SUITS  # three more than the count reaches eight from five cards on
EIGHT_EACH: Final = 0x8888 << SUITS


class Tables(NamedTuple):
    """What ``look_up`` looks up; pass it to the kernels that call it."""

    keys: NDArray[np.uint64]
    """By card: rank key, and one in the counter of its suit."""
    bits: NDArray[np.uint64]
    """By card: its bit in a hand, as ``high.hand_of``."""
    shifts: NDArray[np.uint32]
    """By row of rank sums: how far the row was slid."""
    values: NDArray[np.uint32]
    """By rank sum, row slid: the value without a flush."""
    flushes: NDArray[np.uint32]
    """By mask of suited ranks: the value of the flush."""


@kernel
def look_up(key: int, hand: int, tables: Tables) -> int:
    """The value of five to seven cards whose keys add up to ``key`` and whose bits add up to ``hand``."""
    if (key + THREE_EACH) & EIGHT_EACH:
        return flush_of(key, hand, tables)
    ranks = key & 0xFFFFFFFF
    return tables.values[tables.shifts[ranks >> ROW] + (ranks & (1 << ROW) - 1)]
@kernel
def flush_of(key, hand, tables):
    suits = ((key + THREE_EACH) & EIGHT_EACH) >> SUITS
    suit = 0 if suits & 8 else 13 if suits & 128 else 26 if suits & 2048 else 39
    return tables.flushes[hand >> suit & SUIT]


@kernel
def _evaluate(cards, tables, values) -> None:
    keys, bits = tables.keys, tables.bits
    size = cards.shape[1]
    for i in range(cards.shape[0]):
        key = keys[cards[i, 0]] + keys[cards[i, 1]] + keys[cards[i, 2]] + keys[cards[i, 3]] + keys[cards[i, 4]]
        if size > 5:
            key += keys[cards[i, 5]]
        if size > 6:
            key += keys[cards[i, 6]]
        if (key + THREE_EACH) & EIGHT_EACH:
            hand = bits[cards[i, 0]]
            for j in range(1, size):
                hand += bits[cards[i, j]]
            values[i] = flush_of(key, hand, tables)
        else:
            ranks = key & 0xFFFFFFFF
            values[i] = tables.values[tables.shifts[ranks >> ROW] + (ranks & (1 << ROW) - 1)]

@kernel
def _slide(row, place, first, shifts, taken, slots):
    """first-fit: rows in the given order"""
    free = 0
    end = 0
    for n in range(first.size - 1):
        lo, hi = first[n], first[n + 1]
        shift = max(0, free - place[lo])
        while True:
            for i in range(lo, hi):
                if taken[shift + place[i]]:
                    break
            else:
                break
            shift += 1
        shifts[row[lo]] = shift
        for i in range(lo, hi):
            taken[shift + place[i]] = True
            slots[i] = shift + place[i]
            end = max(end, slots[i]+1)
        while taken[free]:
            free += 1
    return end

@kernel
def _rank_values(a,b,c,d,out):
    for i in range(a.size): out[i] = rank_value(a[i],b[i],c[i],d[i])
@kernel
def _flush_values(out):
    for m in range(8192):
        if count(m)>=5: out[m]=flush_value(m)

def build(ROW, mode):
    import time
    t=time.time()
    sums = np.zeros(1, np.int64); size = sums; held = np.zeros((1,4), np.int64)
    for rank, key in enumerate(RANK_KEYS):
        S=[];Z=[];H=[]
        for n in range(5):
            m = size+n<=7
            S.append(sums[m]+n*key); Z.append(size[m]+n)
            h = held[m].copy(); h[:,:n] |= 1<<rank; H.append(h)
        sums=np.concatenate(S);size=np.concatenate(Z);held=np.concatenate(H)
    k = size>=5
    sums=sums[k];held=held[k]
    assert np.unique(sums).size==73775==sums.size
    v=np.zeros(sums.size,np.uint32)
    _rank_values(*(np.ascontiguousarray(x) for x in held.T),v)
    fl=np.zeros(8192,np.uint32); _flush_values(fl)
    t1=time.time()
    row=sums>>ROW; place=sums&(1<<ROW)-1
    n=np.bincount(row)
    order=np.lexsort((place,row,-n[row])) if mode else np.lexsort((place,row))
    row=row[order];place=place[order]
    first=np.flatnonzero(np.r_[True,row[1:]!=row[:-1],True])
    shifts=np.zeros((7*RANK_KEYS[-1]>>ROW)+1,np.uint32)
    taken=np.zeros(400000,bool); slots=np.zeros(row.size,np.int64)
    end=_slide(row,place,first,shifts,taken,slots)
    values=np.zeros(end,np.uint32); values[slots]=v[order]
    keys=np.array([RANK_KEYS[c>>2]|1<<(SUITS+4*(c&3)) for c in range(52)],np.uint64)
    bits=np.array([1<<(13*(c&3)+(c>>2)) for c in range(52)],np.uint64)
    print(ROW,mode,len(first),shifts.size,end,t1-t,time.time()-t1, np.unique(np.r_[values,fl]).size-1)
    return Tables(keys,bits,shifts,values,fl)
