import { Injectable } from '@nestjs/common';
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

  /** @param request any object that is one request's own */
  async load(request: object, id: string): Promise<Player | null> {
    const batch = this.open.get(request) ?? this.start(request);
    const place = batch.ids.push(id) - 1;
    return (await batch.players)[place]!;
  }

  /** A batch takes ids until the present turn of the event loop is over. */
  private start(request: object): Batch {
    const ids: string[] = [];
    const players = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.open.delete(request);
      return this.players.byIds(ids);
    });
    const batch = { ids, players };
    this.open.set(request, batch);
    return batch;
  }
}
