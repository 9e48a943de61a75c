/*
 * Makes one chosen write to the database fail with EIO, like a disk with a bad block, and records which part
 * of the write-ahead log a power failure would lose. Loaded with LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WAL_WRITE = 1, WAL_SYNC = 2, DB_WRITE = 4, DB_SYNC = 8, TRUNCATE = 16 };

/* The test writes the first two and reads the others. */
struct plan {
  _Atomic int32_t left;
  _Atomic int32_t kinds;
  _Atomic int32_t failed;
  _Atomic int32_t seen;
  /* Bytes of the log since its last sync: from, and up to. Only the thread that writes changes them. */
  _Atomic int64_t unsynced_from;
  _Atomic int64_t unsynced_to;
};

static struct plan *plan;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAILING_DISK");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) plan = map;
  close(fd);
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* Returns the kind of the file, or 0 for any other file. */
static int kind_of(int fd, int wal_kind, int db_kind) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ends_with(path, "/parlor.db-wal") ? wal_kind : ends_with(path, "/parlor.db") ? db_kind : 0;
}

/* Returns 1 when this call must fail. */
static int fails(int kind) {
  if (!plan || plan->left <= 0 || !kind) return 0;
  plan->seen |= kind;
  if (!(plan->kinds & kind)) return 0;
  if (atomic_fetch_sub(&plan->left, 1) != 1) return 0;
  plan->failed = kind;
  errno = EIO;
  return 1;
}

static void record_write(int kind, int64_t from, int64_t size) {
  if (!plan || kind != WAL_WRITE || size <= 0) return;
  if (plan->unsynced_to == 0 || from < plan->unsynced_from) plan->unsynced_from = from;
  if (from + size > plan->unsynced_to) plan->unsynced_to = from + size;
}

static int record_sync(int kind, int result) {
  if (plan && kind == WAL_SYNC && result == 0) plan->unsynced_from = plan->unsynced_to = 0;
  return result;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  int kind = kind_of(fd, WAL_WRITE, DB_WRITE);
  if (fails(kind)) return -1;
  record_write(kind, at, size);
  return NEXT(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  int kind = kind_of(fd, WAL_WRITE, DB_WRITE);
  if (fails(kind)) return -1;
  record_write(kind, at, size);
  return NEXT(pwrite64)(fd, data, size, at);
}
int fsync(int fd) {
  int kind = kind_of(fd, WAL_SYNC, DB_SYNC);
  return fails(kind) ? -1 : record_sync(kind, NEXT(fsync)(fd));
}
int fdatasync(int fd) {
  int kind = kind_of(fd, WAL_SYNC, DB_SYNC);
  return fails(kind) ? -1 : record_sync(kind, NEXT(fdatasync)(fd));
}
int ftruncate(int fd, off_t size) {
  return fails(kind_of(fd, TRUNCATE, TRUNCATE)) ? -1 : NEXT(ftruncate)(fd, size);
}
int ftruncate64(int fd, off64_t size) {
  return fails(kind_of(fd, TRUNCATE, TRUNCATE)) ? -1 : NEXT(ftruncate64)(fd, size);
}
