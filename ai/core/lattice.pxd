import cython

ctypedef unsigned char byte
ctypedef unsigned long long key


cdef int FAR, SEEN, HUNTED


@cython.final
cdef class Lattice:
    cdef public int row, points, bounce, diagonals
    cdef public int ball, mover, extra, height, surveys, layer
    cdef int added, size, stamp, hunted
    cdef public key hash
    cdef key turn_key, extra_key
    cdef public int[::1] offsets, distance, to_goal, stops, path, lowest
    cdef int[::1] layers, entered, balls, directions, states, stamps
    cdef public byte[::1] lines
    cdef public byte[::1] inside, exits, bouncing, attacker
    cdef key[::1] line_keys, ball_keys, seen

    @cython.locals(at=cython.int, direction=cython.int)
    cpdef put(self, byte[::1] lines, int ball, int mover, int extra)

    @cython.locals(mask=cython.int, above=cython.int, below=cython.int)
    cdef int crossed(self, int at) noexcept

    @cython.locals(byte=cython.int)
    cpdef int free(self) noexcept

    @cython.locals(start=cython.int, end=cython.int, bounces=cython.int)
    cpdef void play(self, int direction) noexcept

    @cython.locals(start=cython.int, end=cython.int, direction=cython.int, mover=cython.int, extra=cython.int)
    cpdef void undo(self) noexcept

    cpdef void undo_to(self, int height) noexcept

    @cython.locals(slot=cython.int)
    cpdef int fresh_hash(self) noexcept

    cpdef void forget(self) noexcept

    @cython.locals(at=cython.int, here=cython.int, there=cython.int, size=cython.int, layer=cython.int)
    cpdef int survey(self) noexcept

    cdef int is_certain(self) noexcept

    @cython.locals(free=cython.int, direction=cython.int, end=cython.int, scorer=cython.int)
    cdef void reach(self, int start, int layer, int here, int there) noexcept

    @cython.locals(free=cython.int, direction=cython.int, end=cython.int, scorer=cython.int)
    cdef void reach_on(self, int start, int bounce, int layer, int there) noexcept

    @cython.locals(at=cython.int, start=cython.int, length=cython.int)
    cpdef int way_to_goal(self) noexcept

    @cython.locals(at=cython.int, head=cython.int, size=cython.int, goal=cython.int, last=cython.int, start=cython.int, free=cython.int, direction=cython.int, end=cython.int, length=cython.int, step=cython.int)
    cdef int shortest_way(self) noexcept

    @cython.locals(mover=cython.int, free=cython.int, direction=cython.int)
    cdef int hunt(self) noexcept
