import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, SqlPool, type Identity } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { MediaConfig } from '../config.js';
import { IS_GALLERY_VISIBLE } from './gallery-reads.js';

/** Counts views of works. */
@Injectable()
export class ArtViewsService {
  constructor(
    private readonly pool: SqlPool,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /**
   * Counts a view once per viewer and day (UTC), except the owner's. A viewer is a verified account, or else the
   * network address (for IPv6 the /64), because sessions and pending accounts cost nothing. Only the owner sees works
   * of a hidden gallery.
   * @returns the work's number of views, including this one
   * @throws Problem `NOT_FOUND`
   */
  async view(id: string, { subject, status, address }: Identity): Promise<number> {
    const day = new Date().toISOString().slice(0, 10);
    const viewer = this.hash(`${day}:${status === 'verified' ? subject : `address:${address ?? ''}`}`);
    const known = z.uuid().safeParse(id).success;
    const { rows } = await this.pool.query<{ views: number }>({
      name: 'view-art',
      text: `WITH art AS (
               SELECT a.id, a.owner_id, a.views FROM art_items a JOIN pictures p ON p.id = a.picture_id AND NOT p.erased
               WHERE a.id = $1 AND (a.owner_id = $4 OR ${IS_GALLERY_VISIBLE}) FOR KEY SHARE OF a
             ), seen AS (
               INSERT INTO art_views (art_id, viewer, day) SELECT id, $2, $3 FROM art WHERE owner_id IS DISTINCT FROM $4
               ON CONFLICT DO NOTHING RETURNING art_id
             ), counted AS (
               UPDATE art_items SET views = views + 1 WHERE id IN (SELECT art_id FROM seen) RETURNING views
             )
             SELECT coalesce((SELECT views FROM counted), art.views) AS views FROM art`,
      values: [known ? id : null, viewer, day, subject ?? null],
    });
    if (!rows[0]) throw new Problem('NOT_FOUND', 'There is no such work.');
    return rows[0].views;
  }

  private hash(viewer: string): string {
    return createHmac('sha256', this.config.UPLOAD_SECRET[0])
      .update(`viewer:${viewer}`)
      .digest('base64url')
      .slice(0, 22);
  }
}
