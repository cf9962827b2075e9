import { statfs } from 'node:fs/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import { Gauge } from 'prom-client';
import type { MediaConfig } from '../config.js';

const watched = new Set<DiskMetrics>();

const size = new Gauge({
  name: 'media_disk_bytes',
  help: 'Size of the disk of a folder, `uploads` or `objects`',
  labelNames: ['folder'],
});
new Gauge({
  name: 'media_disk_free_bytes',
  help: 'Free bytes of the disk of a folder, `uploads` or `objects`',
  labelNames: ['folder'],
  async collect() {
    for (const [folder, path] of [...watched].flatMap(({ folders }) => folders)) {
      // A folder that does not exist yet has no figures.
      const disk = await statfs(path).catch(() => undefined);
      if (!disk) continue;
      size.set({ folder }, disk.blocks * disk.bsize);
      this.set({ folder }, disk.bavail * disk.bsize);
    }
  },
});

/** Gauges of the local disks that uploads and, without an object store, pictures are on. */
@Injectable()
export class DiskMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly folders: [folder: string, path: string][];

  constructor(@InjectConfig() { SPOOL_FOLDER, STORE_DRIVER, STORE_FOLDER }: MediaConfig) {
    this.folders = [
      ['uploads', SPOOL_FOLDER],
      ...(STORE_DRIVER === 'folder' ? [['objects', STORE_FOLDER!] as [string, string]] : []),
    ];
  }

  onApplicationBootstrap(): void {
    watched.add(this);
  }

  onApplicationShutdown(): void {
    watched.delete(this);
  }
}
