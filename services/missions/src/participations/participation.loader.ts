import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { ParticipationReads, type ListedParticipation } from './participation-reads.js';

/** The caller's parts in the missions of one request, read by one statement. */
@Injectable()
export class ParticipationLoader {
  readonly load = loaderPerRequest<ListedParticipation>(async (missions, { identity: { kind, subject } }) =>
    kind === 'player' ? this.reads.inMissions(subject!, missions) : missions.map(() => null),
  );

  constructor(private readonly reads: ParticipationReads) {}
}
