import { Entity, PrimaryColumn } from 'typeorm';

/** Accounts that are gone, so that what arrives late cannot bring anything of theirs back. */
@Entity({ name: 'erased_players' })
export class ErasedPlayer {
  @PrimaryColumn('uuid', { name: 'player_id' })
  playerId: string;
}
