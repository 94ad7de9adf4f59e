import cython
from .lattice cimport Lattice


cdef int NEAR, PAIRS, ENDS, SECOND, LEFT, BALL, PLACES, MOST, MOST_LEFT, STEEP, CEILING, FRACTION, LANES, LANE, SHIFTED, ADDED


cdef class Judgement:
    cdef Lattice lattice
    cdef int size, units, words, points
    cdef public int[::1] weights, active
    cdef unsigned long long[::1] inner
    cdef int[::1] classes, sides, squash, spots, begin, outer, sums

    @cython.locals(lattice=Lattice, mover=cython.int, near=cython.int, far=cython.int, ends=cython.int, second=cython.int, left=cython.int, layer=cython.int, count=cython.int, at=cython.int, number=cython.int, distance=cython.int, side=cython.int, view=cython.int)
    cpdef int note(self) noexcept

    @cython.locals(total=cython.int, count=cython.int, at=cython.int)
    cdef int value(self) noexcept

    @cython.locals(total=cython.int, unit=cython.int, word=cython.int, first=cython.int, last=cython.int, found=cython.int)
    cdef int hidden(self, int count) noexcept

    @cython.locals(number=cython.int, unit=cython.int, lanes=cython.ulonglong)
    cdef void add_up(self, int word, int first, int last) noexcept
