import cython
from .lattice cimport Lattice
from .judgement cimport Judgement
from .turns cimport Turns


cdef int LOST, PASSED, PROVEN, UNFINISHED, VICTORY, SPECIAL, DEEP


@cython.final
cdef class Tree:
    cdef Lattice lattice
    cdef Judgement judgement
    cdef Turns turns
    cdef public int capacity, edge_room, step_room, slots, edges, written, size, root
    cdef public double curiosity, doubt
    cdef public int most_chains, most_ends, most_left
    cdef int[::1] table, values, firsts, counts, visits, children, ways, trail
    cdef unsigned long long[::1] hashes
    cdef signed char[::1] movers, cuts, steps

    @cython.locals(slot=cython.int, number=cython.int)
    cpdef void clear(self) noexcept

    cpdef int is_full(self) noexcept

    @cython.locals(slot=cython.int, number=cython.int)
    cdef int node(self, unsigned long long hash_, int mover, int value) noexcept

    @cython.locals(value=cython.int)
    cpdef int set_root(self) noexcept

    @cython.locals(lattice=Lattice, start=cython.int, rounds=cython.int)
    cpdef int think(self, int budget) noexcept

    @cython.locals(base=cython.int, node=cython.int, depth=cython.int, edge=cython.int)
    cdef void grow(self) noexcept

    @cython.locals(turns=Turns, mover=cython.int, number=cython.int, kind=cython.int, child=cython.int, length=cython.int, at=cython.int)
    cpdef void expand(self, int node) noexcept

    @cython.locals(value=cython.int)
    cdef int gain(self, int mover, int child) noexcept

    @cython.locals(mover=cython.int, best=cython.int, edge=cython.int, value=cython.int)
    cdef void update(self, int node) noexcept

    @cython.locals(mover=cython.int, spread=cython.int, best=cython.int, chosen=cython.int, edge=cython.int, child=cython.int, value=cython.int)
    cdef int choose(self, int node) noexcept

    @cython.locals(mover=cython.int, best=cython.int, chosen=cython.int, edge=cython.int, child=cython.int, value=cython.int, visits=cython.int)
    cpdef int best_edge(self, int node) noexcept

    @cython.locals(at=cython.int, length=cython.int, step=cython.int)
    cpdef void walk(self, int edge) noexcept
