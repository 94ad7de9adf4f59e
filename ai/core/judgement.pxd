import cython
from .lattice cimport Lattice


cdef int NEAR, PAIRS, ENDS, SECOND, LEFT, MOST, MOST_LEFT, STEEP


cdef class Judgement:
    cdef Lattice lattice
    cdef int size
    cdef public int[::1] weights, active
    cdef int[::1] first, second, squash, spots

    @cython.locals(lattice=Lattice, mover=cython.int, near=cython.int, far=cython.int, ends=cython.int, second=cython.int, left=cython.int, layer=cython.int, count=cython.int, at=cython.int, number=cython.int, distance=cython.int)
    cpdef int note(self) noexcept

    @cython.locals(total=cython.int, count=cython.int, at=cython.int)
    cdef int value(self) noexcept
