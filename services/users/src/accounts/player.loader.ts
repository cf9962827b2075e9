import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { Players, type Player } from './players.js';

/** The players that one request refers to, and the finders of its works, each read by one statement. */
@Injectable()
export class PlayerLoader {
  readonly load = loaderPerRequest<Player>((ids, { identity: { kind, subject } }) => this.players.byIds(ids, kind === 'player' ? subject : undefined));

  readonly finder = loaderPerRequest<Player>((accountIds) => this.players.finders(accountIds));

  constructor(private readonly players: Players) {}
}
