import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** Pin types that a player has used: a projection of `DiscoveryCreated`. */
@Entity({ name: 'player_pins' })
export class PlayerPin {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_pins_pkey' })
  accountId: string;

  @PrimaryColumn('text', { name: 'pin_type', primaryKeyConstraintName: 'player_pins_pkey' })
  pinType: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'player_pins_account' })
  account?: Account;
}
