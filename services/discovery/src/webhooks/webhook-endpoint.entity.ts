import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { ChangeKind } from '../changes/change.entity.js';
import { PartnerClient } from './partner-client.entity.js';

/** An endpoint where a partner's client receives changes. */
@Entity({ name: 'webhook_endpoints' })
@Index('webhook_endpoints_url', ['clientId', 'url'], { unique: true })
export class WebhookEndpoint {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_endpoints_pkey' })
  id: string;

  @Column('uuid', { name: 'client_id' })
  clientId: string;

  @ManyToOne(() => PartnerClient, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'webhook_endpoints_client' })
  client: PartnerClient;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  kinds: ChangeKind[];

  /** West, south, east and north in degrees; null for the whole world. */
  @Column('double precision', { array: true, nullable: true })
  bbox: [number, number, number, number] | null;

  @Column('bytea')
  secret: Buffer;

  /** The previous secret, which also signs until the time below. */
  @Column('bytea', { name: 'former_secret', nullable: true })
  formerSecret: Buffer | null;

  @Column('timestamptz', { name: 'former_secret_until', nullable: true })
  formerSecretUntil: Date | null;

  @Column('text')
  state: 'active' | 'paused';

  @Column('timestamptz', { name: 'paused_at', nullable: true })
  pausedAt: Date | null;

  /** Position in the log of changes up to which all selected changes are delivered. */
  @Column('bigint')
  position: string;

  /** Failures since the last success. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  @Column('timestamptz', { name: 'next_at' })
  nextAt: Date;

  @Column('timestamptz', { name: 'last_delivered_at', nullable: true })
  lastDeliveredAt: Date | null;

  /** Whether a test delivery is pending. */
  @Column('boolean', { name: 'is_testing', default: false })
  isTesting: boolean;

  /** Positions of changes to be sent again, out of order. */
  @Column('bigint', { array: true, default: () => `'{}'` })
  resending: string[];

  /** End of the lease of the delivering process. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

/** One attempt to deliver a message. */
@Entity({ name: 'webhook_deliveries' })
@Index('webhook_deliveries_of', ['endpointId', 'id'])
export class WebhookDelivery {
  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'webhook_deliveries_pkey',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
  })
  id: string;

  @Column('uuid', { name: 'endpoint_id' })
  endpointId: string;

  @ManyToOne(() => WebhookEndpoint, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'endpoint_id', foreignKeyConstraintName: 'webhook_deliveries_endpoint' })
  endpoint: WebhookEndpoint;

  @Column('text', { name: 'message_id' })
  messageId: string;

  @Column('text')
  kind: string;

  @Column('timestamptz')
  at: Date;

  @Column('integer')
  attempt: number;

  /** Of HTTP; null without a response. */
  @Column('smallint', { nullable: true })
  status: number | null;

  @Column('integer', { name: 'duration_ms' })
  durationMs: number;

  /** A `DeliveryError`; null if the message was accepted. */
  @Column('text', { nullable: true })
  error: string | null;
}
