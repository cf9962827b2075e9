import type { Readable } from 'node:stream';
import { Client, type BucketItem } from 'minio';
import { checkKey, type ObjectStore, type StoredObject } from './object-store.js';

export interface S3Options {
  /** `https://host[:port]` of any S3-compatible server. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  bucket: string;
  /** Bucket in the path instead of the host name; most servers but AWS need it. */
  pathStyle: boolean;
}

/** Objects in a bucket of an S3-compatible server. */
export class S3Store implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(private readonly options: S3Options) {
    const { protocol, hostname, port } = new URL(options.endpoint);
    this.bucket = options.bucket;
    this.client = new Client({
      endPoint: hostname,
      ...(port && { port: Number(port) }),
      useSSL: protocol === 'https:',
      accessKey: options.accessKey,
      secretKey: options.secretKey,
      region: options.region,
      pathStyle: options.pathStyle,
    });
  }

  async prepare(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    try {
      await this.client.makeBucket(this.bucket, this.options.region);
    } catch (error) {
      // Another process that starts at the same time may have created it.
      if (!(await this.client.bucketExists(this.bucket))) throw error;
    }
  }

  async write(key: string, body: Buffer): Promise<void> {
    checkKey(key);
    await this.client.putObject(this.bucket, key, body, body.length, TYPE);
  }

  async stat(key: string): Promise<StoredObject | null> {
    checkKey(key);
    const found = await orNull(this.client.statObject(this.bucket, key));
    return found && { bytes: found.size, modified: found.lastModified };
  }

  async read(key: string): Promise<(StoredObject & { body: Readable }) | null> {
    const found = await this.stat(key);
    const body = found && (await orNull(this.client.getObject(this.bucket, key)));
    return body ? { ...found, body } : null;
  }

  async remove(keys: string[]): Promise<void> {
    keys.forEach(checkKey);
    if (keys.length === 0) return;
    const results = await this.client.removeObjects(this.bucket, keys);
    const failed = results.find((result) => result?.Error && result.Error.Code !== 'NoSuchKey');
    if (failed)
      throw new Error(`S3 did not remove ${failed.Error?.Key}: ${failed.Error?.Code} ${failed.Error?.Message}`);
  }

  async *list(prefix: string): AsyncIterable<StoredObject & { key: string }> {
    checkKey(prefix.replace(/\/$/, ''));
    const items: AsyncIterable<BucketItem> = this.client.listObjectsV2(this.bucket, prefix, true);
    for await (const item of items) {
      if (item.name) yield { key: item.name, bytes: item.size, modified: item.lastModified };
    }
  }
}

/** The service sets the content type when it serves a picture, not the store. */
const TYPE = { 'content-type': 'application/octet-stream' };

async function orNull<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (['NoSuchKey', 'NotFound'].includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}
