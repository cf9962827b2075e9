import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { MissionReads, type ListedMission } from './mission-reads.js';

/** The missions that one request refers to, read by one statement. */
@Injectable()
export class MissionLoader {
  readonly load = loaderPerRequest<ListedMission>((ids) => this.reads.byIds(ids));

  constructor(private readonly reads: MissionReads) {}
}
