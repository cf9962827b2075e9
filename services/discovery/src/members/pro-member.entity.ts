import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member who earns double: a projection of `MembershipChanged`. */
@Entity({ name: 'pro_members' })
export class ProMember {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @Column('boolean')
  pro: boolean;

  /** End of the paid period; null without an end. */
  @Column('timestamptz', { nullable: true })
  until: Date | null;

  /** Time of its event, for events that arrive out of order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;

  /** Of its event; null for an event without one, which counts by its time. */
  @Column('integer', { nullable: true })
  version: number | null;
}
