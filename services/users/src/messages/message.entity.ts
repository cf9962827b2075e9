import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type Channel = 'sms' | 'email';

/**
 * A message to a player, written in the transaction of its cause and sent after the commit. In local mode the inbox
 * page shows this table.
 */
@Entity({ name: 'messages' })
@Check('messages_channel', `channel IN ('sms', 'email')`)
@Check('messages_state', `state IN ('queued', 'sent', 'failed', 'decoy')`)
@Index('messages_created', ['createdAt'])
@Index('messages_recipient', ['to'])
export class Message {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'messages_pkey' })
  id: string;

  @Column('text')
  channel: Channel;

  @Column('text', { name: 'recipient' })
  to: string;

  @Column('text')
  subject: string;

  /** Deleted once a real driver has sent it, because it may contain a code. */
  @Column('text')
  text: string;

  @Column('text', { nullable: true })
  code: string | null;

  /** A decoy causes the same work as a message without sending one, so that timing reveals nothing. */
  @Column('text')
  state: 'queued' | 'sent' | 'failed' | 'decoy';

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Address at which one click unsubscribes from messages of its kind (RFC 8058); null for required messages. */
  @Column('text', { name: 'unsubscribe_url', nullable: true })
  unsubscribeUrl: string | null;

  /** The row is deleted once it is sent, because the recipient's account is erased. */
  @Column('boolean', { name: 'forget_when_sent', default: false })
  deleteWhenSent: boolean;
}
