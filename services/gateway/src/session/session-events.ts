import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Reports ids of ended sessions, for handlers that keep connections of a session. */
interface Events {
  ended: [id: string];
  replaced: [id: string, by: string];
}

@Injectable()
export class SessionEvents extends EventEmitter<Events> {}
