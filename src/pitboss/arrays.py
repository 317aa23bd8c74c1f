"""Array types by content, as kernels take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Words = NDArray[np.uint16]
Int32s = NDArray[np.int32]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
