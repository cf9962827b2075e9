import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who earns double: a projection of `MembershipChanged`. */
@Entity({ name: 'pro_members' })
export class ProMember {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @Column('boolean')
  pro: boolean;

  /** End of what is paid for; null without an end. */
  @Column('timestamptz', { nullable: true })
  until: Date | null;

  /** Time of the event that said so, for events that arrive out of order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;
}
