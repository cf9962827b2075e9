import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type Channel = 'sms' | 'email';

/**
 * A message to a person, written in the transaction of its cause and sent after the commit.
 * In local mode this table is also what the inbox page shows.
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

  /** Emptied once a real driver has sent it: it may hold a code. */
  @Column('text')
  text: string;

  @Column('text', { nullable: true })
  code: string | null;

  /** A decoy is written where nobody is written to, so that both cases take the same work. */
  @Column('text')
  state: 'queued' | 'sent' | 'failed' | 'decoy';

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Nothing of it is kept once it is sent: its recipient has left. */
  @Column('boolean', { name: 'forget_when_sent', default: false })
  forgetWhenSent: boolean;
}
