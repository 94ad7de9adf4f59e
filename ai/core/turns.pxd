import cython
from .lattice cimport Lattice
from .judgement cimport Judgement


cdef int LOST, PASSED, PROVEN, UNFINISHED, VICTORY, WON, CHAINS, LONGEST, PATIENCE


@cython.final
cdef class Turns:
    cdef Lattice lattice
    cdef Judgement judgement
    cdef int[::1] parents, last, depths, chains, steps
    cdef public int[::1] way, values, kinds
    cdef public unsigned long long[::1] hashes
    cdef public int count, cut, late
    cdef int best, patience
    cdef object clock
    cdef double deadline

    cpdef set_clock(self, clock, double deadline)

    cdef int is_late(self) noexcept

    @cython.locals(lattice=Lattice, base=cython.int, mover=cython.int, head=cython.int, size=cython.int, losing=cython.int, losing_step=cython.int, free=cython.int, direction=cython.int, value=cython.int)
    cpdef void look(self, int most_chains, int most_ends, int most_left) noexcept

    @cython.locals(certain=cython.int)
    cpdef int judge(self) noexcept

    cdef void note(self, int kind, int value, int chain, int direction) noexcept

    @cython.locals(lattice=Lattice, length=cython.int, at=cython.int)
    cdef void follow(self, int base, int chain) noexcept

    @cython.locals(chain=cython.int, length=cython.int, at=cython.int)
    cpdef int trace(self, int number) noexcept
