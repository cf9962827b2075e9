import { FolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';

export interface StoreConfig {
  STORE_DRIVER: 'folder' | 's3';
  STORE_FOLDER?: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY?: string;
  S3_SECRET_KEY?: string;
  S3_REGION: string;
  S3_PATH_STYLE: boolean;
}

/** The configured store, ready for use. The configuration has checked the driver's settings. */
export async function openStore(config: StoreConfig): Promise<ObjectStore> {
  const store = config.STORE_DRIVER === 'folder' ? new FolderStore(config.STORE_FOLDER!) : await s3Store(config);
  await store.prepare();
  return store;
}

async function s3Store(config: StoreConfig): Promise<ObjectStore> {
  // Its client takes 24 MB, which a folder does not need.
  const { S3Store } = await import('./s3-store.js');
  return new S3Store({
    endpoint: config.S3_ENDPOINT!,
    bucket: config.S3_BUCKET!,
    accessKey: config.S3_ACCESS_KEY!,
    secretKey: config.S3_SECRET_KEY!,
    region: config.S3_REGION,
    pathStyle: config.S3_PATH_STYLE,
  });
}
