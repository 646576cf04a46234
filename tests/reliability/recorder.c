/* Preloaded into a site under test: appends every write, truncation, sync and removal of a file below
 * $RECORD_FOLDER to $RECORD_LOG, so that power.py can rebuild the disk after a power cut.
 * A record: one letter, path length (2 bytes), offset (8), data length (8), path, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int log_file = -1; /* -2: nothing to record */
static char folder[512];
static ssize_t (*real_write)(int, const void *, size_t);

static void start(void) {
    if (log_file != -1) return;
    real_write = dlsym(RTLD_NEXT, "write");
    const char *path = getenv("RECORD_LOG"), *below = getenv("RECORD_FOLDER");
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    log_file = -2;
    if (!path || !below) return;
    strncpy(folder, below, sizeof folder - 1);
    int opened = real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (opened >= 0) log_file = opened;
}

static int is_watched(int file, char path[512]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 511);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static void record(char kind, const char *path, uint64_t offset, const void *data, uint64_t length) {
    if (log_file < 0) return;
    uint16_t path_length = strlen(path);
    size_t size = 1 + 2 + 8 + 8 + path_length + length;
    char *buffer = malloc(size), *at = buffer;
    *at++ = kind;
    memcpy(at, &path_length, 2), at += 2;
    memcpy(at, &offset, 8), at += 8;
    memcpy(at, &length, 8), at += 8;
    memcpy(at, path, path_length), at += path_length;
    if (length) memcpy(at, data, length);
    real_write(log_file, buffer, size);
    free(buffer);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    start();
    ssize_t written = real(file, data, size, offset);
    char path[512];
    if (written > 0 && log_file >= 0 && is_watched(file, path)) record('W', path, offset, data, written);
    return written;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) { return pwrite64(file, data, size, offset); }

ssize_t write(int file, const void *data, size_t size) {
    start();
    char path[512];
    int is_recorded = log_file >= 0 && file != log_file && is_watched(file, path);
    off_t offset = is_recorded ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t written = real_write(file, data, size);
    if (written > 0 && is_recorded) record('W', path, offset, data, written);
    return written;
}

static int sync_with(const char *name, int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    start();
    char path[512];
    int failed = real(file);
    if (!failed && log_file >= 0 && is_watched(file, path)) record('S', path, 0, NULL, 0);
    return failed;
}

int fsync(int file) { return sync_with("fsync", file); }
int fdatasync(int file) { return sync_with("fdatasync", file); }

int ftruncate64(int file, off64_t size) {
    static int (*real)(int, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
    start();
    char path[512];
    int failed = real(file, size);
    if (!failed && log_file >= 0 && is_watched(file, path)) record('T', path, size, NULL, 0);
    return failed;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    start();
    int failed = real(path);
    if (!failed && log_file >= 0 && strncmp(path, folder, strlen(folder)) == 0) record('U', path, 0, NULL, 0);
    return failed;
}
