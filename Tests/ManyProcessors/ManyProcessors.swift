import Glibc

// A library to load before the C library (`LD_PRELOAD`): the program that it is loaded into finds 64 processors. `.ci/run`
// builds it and runs the tests with it.
//
// On few processors only as many tests run at a time, and two that share something seldom meet. With this library Swift
// Testing runs 128 tests at a time, on 64 threads, which the system stops and continues at any place.

/// Returns a value of the system's configuration, and 64 for the number of processors.
@c(sysconf)
public func configuration(_ name: Int32) -> Int {
  if name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF { return 64 }
  // The symbol's next definition, that of the C library; -1 stands for RTLD_NEXT.
  guard let next = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), "sysconf") else { return -1 }
  return unsafe unsafeBitCast(next, to: (@convention(c) (Int32) -> Int).self)(name)
}

/// Sets the bits of the processors that a thread may run on, which are 64.
@c(pthread_getaffinity_np)
public func affinity(_ thread: pthread_t, _ size: Int, _ mask: UnsafeMutableRawPointer) -> Int32 {
  let bytes = unsafe UnsafeMutableRawBufferPointer(start: mask, count: size)
  for index in bytes.indices { unsafe bytes[index] = index < 8 ? 0xFF : 0 }
  return 0
}
