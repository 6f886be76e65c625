/**
 * The system calls a job may not make, as a classic BPF program for `bwrap --seccomp`.
 * Namespaces already hide the host; this list shrinks the kernel surface and closes the ways to hold
 * memory that no resource limit counts (memfd, System V segments, message queues).
 */

type Architecture = "x64" | "arm64";

/** Kernel numbers as [x86-64, arm64]; null where the architecture has no such call. */
const forbidden: Record<string, readonly [number | null, number | null]> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  statmount: [457, 457],
  listmount: [458, 458],
  unshare: [272, 97],
  setns: [308, 268],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  personality: [135, 92],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  fanotify_init: [300, 262],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
};

const machines = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, clone3: 435, socket: 41, socketpair: 53, ioctl: 16 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, clone3: 435, socket: 198, socketpair: 199, ioctl: 29 },
} as const;

/** Newer calls are unknown to this list, so they do not exist in a job: C libraries fall back on ENOSYS. */
const firstUnknownCall = 463;
/** Numbers from here on are the x32 table, under which every forbidden call has a second name. */
const x32Bit = 0x40000000;
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaceFlags = 0x7e020000;
/** unix, inet, inet6, netlink. Others (vsock above all) are not held by a network namespace. */
const socketFamilies = [1, 2, 10, 16];
/** Both put characters into a terminal's input: TIOCSTI, TIOCLINUX. */
const terminalInjection = [0x5412, 0x541c];

const eperm = 1;
const enosys = 38;
const eafnosupport = 97;

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const fail = (errno: number): number => 0x00050000 | errno;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, k: number];
const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (action: number): Instruction => [0x06, 0, 0, action];
const skipUnlessEqual = (value: number, count: number): Instruction => [0x15, 0, count, value];
const skipIfEqual = (value: number, count: number): Instruction => [0x15, count, 0, value];
const skipIfLess = (value: number, count: number): Instruction => [0x35, 0, count, value];
const skipUnlessAnyBit = (value: number, count: number): Instruction => [0x45, 0, count, value];

/** Offsets in struct seccomp_data; arguments by their low half, which is all these calls read. */
const callNumber = 0;
const architectureField = 4;
const argument = (index: number): number => 16 + 8 * index;

const isSupported = (architecture: string): architecture is Architecture => architecture in machines;

/** The filter for `architecture` (as in `process.arch`), or null where the numbers are not known. */
export function seccompFilter(architecture: string): Buffer | null {
  if (!isSupported(architecture)) return null;
  const machine = machines[architecture];
  const program: Instruction[] = [
    load(architectureField),
    skipIfEqual(machine.audit, 1),
    answer(killProcess),
    load(callNumber),
    ...(architecture === "x64" ? [skipIfLess(x32Bit, 1), answer(fail(enosys))] : []),
    skipIfLess(firstUnknownCall, 1),
    answer(fail(enosys)),
    // Flags of clone3 sit behind a pointer, out of a filter's reach.
    skipUnlessEqual(machine.clone3, 1),
    answer(fail(enosys)),
  ];
  for (const numbers of Object.values(forbidden)) {
    const number = numbers[machine.column];
    if (number !== null) program.push(skipUnlessEqual(number, 1), answer(fail(eperm)));
  }
  program.push(
    skipUnlessEqual(machine.clone, 4),
    load(argument(0)),
    skipUnlessAnyBit(newNamespaceFlags, 1),
    answer(fail(eperm)),
    answer(allow),
  );
  for (const call of [machine.socket, machine.socketpair]) {
    program.push(
      skipUnlessEqual(call, socketFamilies.length + 3),
      load(argument(0)),
      ...socketFamilies.map((family, index) => skipIfEqual(family, socketFamilies.length - index)),
      answer(fail(eafnosupport)),
      answer(allow),
    );
  }
  program.push(
    skipUnlessEqual(machine.ioctl, terminalInjection.length + 3),
    load(argument(1)),
    ...terminalInjection.map((request, index) => skipIfEqual(request, terminalInjection.length - index)),
    answer(allow),
    answer(fail(eperm)),
    answer(allow),
  );
  return encode(program);
}

/** struct sock_filter, little-endian on both machines. */
function encode(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, jumpTrue, jumpFalse, k], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return bytes;
}
