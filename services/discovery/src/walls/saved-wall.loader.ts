import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { WallDirectory } from './wall-directory.js';

/** Whether the caller keeps the walls of one request, read by one statement; no one else keeps any. */
@Injectable()
export class SavedWallLoader {
  readonly load = loaderPerRequest<boolean>(async (ids, { identity }) =>
    identity.kind === 'player' ? this.directory.areSaved(identity.subject!, ids) : ids.map(() => false),
  );

  constructor(private readonly directory: WallDirectory) {}
}
