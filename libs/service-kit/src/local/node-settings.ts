import { services, type ServiceName } from '@sprayhunt/contracts/services';

/**
 * All programs together should stay under 600 MB. The busy services get a larger young generation (MB), for a fifth less
 * CPU time. The others get little, and V8 prefers small code to fast code there, which saves 10 MB each. Garbage is
 * collected on one thread: more threads cost more than they save on two cores. The old generation is bounded, so that a
 * leak ends in a restart and not in a swapping machine.
 */
const MEMORY_FLAGS = ['--max-old-space-size=256', '--single-threaded-gc'];
const BUSY_FLAGS = ['--max-semi-space-size=16'];
const SMALL_HEAP_FLAGS = ['--max-semi-space-size=2', '--optimize-for-size'];

/** The flags of Node for a service's process: in the launcher and in images. */
export const nodeFlags = (service: ServiceName): string[] => [
  ...MEMORY_FLAGS,
  ...(services[service].busy ? BUSY_FLAGS : SMALL_HEAP_FLAGS),
];
