import { Controller } from '@nestjs/common';
import { uploadEnded, type EventOf } from '@sprayhunt/contracts';
import type { EntityManager } from 'typeorm';
import { OnEvent } from '../events/index.js';
import { EndedUpload } from './ended-upload.entity.js';

/** Nobody waits for a picture for longer than a day. At most 1,000 old rows go with each batch of new ones. */
const DELETE_OLD = `
  DELETE FROM ended_uploads WHERE id IN (
    SELECT id FROM ended_uploads WHERE received_at < now() - interval '2 days' ORDER BY received_at LIMIT 1000)`;

/** Keeps the projection of uploads without a picture. */
@Controller()
export class OnUploadEndedHandler {
  @OnEvent(uploadEnded, 'note-ended-upload')
  async note(events: EventOf<typeof uploadEnded>[], tx: EntityManager): Promise<void> {
    const ended = events.map(({ data: { pictureId: id, reason } }) => ({ id, reason }));
    await tx.createQueryBuilder().insert().into(EndedUpload).values(ended).orIgnore().execute();
    await tx.query(DELETE_OLD);
  }
}
