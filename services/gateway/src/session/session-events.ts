import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Ids of sessions that this process has ended, for whoever keeps something open in them. */
interface Events {
  ended: [id: string];
  replaced: [id: string, by: string];
}

@Injectable()
export class SessionEvents extends EventEmitter<Events> {}
