import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@sprayhunt/service-kit';
import { Players, type Player } from './players.js';

interface Batch {
  ids: string[];
  players: Promise<(Player | null)[]>;
}

/** Collects the players that one request refers to and reads them with one statement. */
@Injectable()
export class PlayerLoader {
  private readonly open = new WeakMap<object, Batch>();

  constructor(private readonly players: Players) {}

  async load(request: RequestContext, id: string): Promise<Player | null> {
    const batch = this.open.get(request) ?? this.start(request);
    const place = batch.ids.push(id) - 1;
    return (await batch.players)[place]!;
  }

  /** A batch takes ids until the present turn of the event loop is over. */
  private start(request: RequestContext): Batch {
    const ids: string[] = [];
    const players = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.open.delete(request);
      const { kind, subject } = request.identity;
      return this.players.byIds(ids, kind === 'player' ? subject : undefined);
    });
    const batch = { ids, players };
    this.open.set(request, batch);
    return batch;
  }
}
