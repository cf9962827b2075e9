/**
 * Creating a discovery as the guides of Nest, Apollo and TypeORM show it: a code-first federated subgraph, which
 * `apollo-gateway.ts` runs in front of, that reads what the rules need by repositories and writes by `save`. It has no
 * session, limits of requests, relay or ledger. `PORT` and `DATABASE_URL` in the environment.
 */
import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { ApolloFederationDriver, type ApolloFederationDriverConfig } from '@nestjs/apollo';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Args,
  Directive,
  Field,
  Float,
  GraphQLModule,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { discoveryCreated } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { Column, DataSource, Entity, IsNull, MoreThan, PrimaryColumn } from 'typeorm';
import { eventOf } from './created-rows.js';

@ObjectType()
@Directive('@key(fields: "id")')
@Entity({ schema: 'discovery', name: 'discoveries' })
class Discovery {
  @Field(() => ID)
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'player_id' })
  playerId: string;

  @Field(() => String)
  @Column('text')
  title: string;

  @Field(() => String)
  @Column('text')
  description: string;

  @Field(() => String)
  @Column('text', { name: 'artist_name' })
  artistName: string;

  @Field(() => Float)
  @Column('double precision')
  latitude: number;

  @Field(() => Float)
  @Column('double precision')
  longitude: number;

  @Field(() => String)
  @Column('text')
  address: string;

  @Field(() => String)
  @Column('text', { name: 'pin_type' })
  pinType: string;

  @Field(() => String)
  @Column('text')
  role: string;

  @Field(() => Boolean)
  @Column('boolean', { name: 'is_fresh_art' })
  isFreshArt: boolean;

  @Field(() => Date)
  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Field(() => Number)
  @Column('integer', { name: 'tokens_awarded' })
  tokensAwarded: number;

  @Column('bytea', { name: 'title_digest' })
  titleDigest: Buffer;

  @Column('timestamptz', { name: 'award_at', nullable: true })
  awardAt: Date | null;
}

@Entity({ schema: 'discovery', name: 'idempotency_keys' })
class IdempotencyKey {
  @PrimaryColumn('uuid', { name: 'holder_id' })
  holderId: string;

  @PrimaryColumn('text')
  key: string;

  @PrimaryColumn('text')
  operation: string;

  @Column('bytea', { name: 'input_hash' })
  inputHash: Buffer;

  /** The id of the discovery. */
  @Column('text')
  result: string;
}

@Entity({ schema: 'discovery', name: 'discovery_counts' })
class DiscoveryCount {
  @PrimaryColumn('uuid', { name: 'player_id' })
  playerId: string;

  @Column('timestamptz', { name: 'minute_ends' })
  minuteEnds: Date;

  @Column('integer', { name: 'in_minute' })
  inMinute: number;

  @Column('timestamptz', { name: 'day_ends' })
  dayEnds: Date;

  @Column('integer', { name: 'in_day' })
  inDay: number;
}

/** As if it were sent, so that no relay takes it up. */
@Entity({ schema: 'discovery', name: 'sent_events' })
class SentEvent {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  subject: string;

  @Column('text')
  event: string;

  @PrimaryColumn('timestamptz', { name: 'sent_at' })
  sentAt: Date;

  @Column('bigint')
  sequence: number;
}

@InputType()
class CreateDiscoveryInput {
  @Field(() => ID)
  playerId: string;

  @Field(() => String)
  idempotencyKey: string;

  @Field(() => String)
  title: string;

  @Field(() => String)
  description: string;

  @Field(() => String)
  artistName: string;

  @Field(() => Float)
  latitude: number;

  @Field(() => Float)
  longitude: number;
}

@Injectable()
class DiscoveriesService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  create({ playerId, idempotencyKey, ...input }: CreateDiscoveryInput): Promise<Discovery> {
    return this.dataSource.transaction(async (manager) => {
      const titleDigest = createHash('md5').update(input.title).digest();
      const createdAt = new Date();
      const yesterday = MoreThan(new Date(createdAt.getTime() - DAY_MS));
      const keyed = { holderId: playerId, key: idempotencyKey, operation: 'createDiscovery' };
      const repeated = await manager.findOneBy(IdempotencyKey, keyed);
      if (repeated) return manager.findOneByOrFail(Discovery, { id: repeated.result });
      if (await manager.findOneBy(Discovery, { playerId, titleDigest, createdAt: yesterday }))
        throw new Error('The same work');
      const latest = { where: { playerId, awardAt: IsNull() }, order: { id: 'DESC' as const }, take: 50 };
      const isPlausible = (await manager.find(Discovery, latest)).every(
        ({ latitude }) => Math.abs(latitude - input.latitude) < 10,
      );
      const discovery = await manager.save(
        manager.create(Discovery, {
          ...input,
          id: uuidv7(),
          playerId,
          address: `${input.latitude}, ${input.longitude}`,
          pinType: 'location',
          role: 'photographer',
          isFreshArt: false,
          createdAt,
          tokensAwarded: isPlausible ? 50 : 0,
          titleDigest,
          awardAt: null,
        }),
      );
      const counts =
        (await manager.findOneBy(DiscoveryCount, { playerId })) ??
        manager.create(DiscoveryCount, { playerId, minuteEnds: createdAt, inMinute: 0, dayEnds: createdAt, inDay: 0 });
      await manager.save(DiscoveryCount, { ...counts, inMinute: counts.inMinute + 1, inDay: counts.inDay + 1 });
      const { id, title, latitude, longitude } = discovery;
      await manager.save(IdempotencyKey, { ...keyed, inputHash: randomBytes(32), result: id });
      const eventId = uuidv7();
      const data = { discoveryId: id, playerId, title, latitude, longitude };
      const event = JSON.stringify(eventOf(eventId, createdAt.toISOString(), data));
      const { subject } = discoveryCreated;
      await manager.save(SentEvent, { id: eventId, subject, event, sentAt: createdAt, sequence: 0 });
      return discovery;
    });
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000;

@Resolver(() => Discovery)
class DiscoveriesResolver {
  constructor(private readonly discoveries: DiscoveriesService) {}

  @Query(() => String)
  version(): string {
    return '1';
  }

  @Mutation(() => Discovery)
  createDiscovery(
    @Args('input', { type: () => CreateDiscoveryInput }) input: CreateDiscoveryInput,
  ): Promise<Discovery> {
    return this.discoveries.create(input);
  }
}

@Module({
  imports: [
    GraphQLModule.forRoot<ApolloFederationDriverConfig>({
      driver: ApolloFederationDriver,
      autoSchemaFile: { federation: 2 },
      path: '/',
    }),
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      entities: [Discovery, DiscoveryCount, IdempotencyKey, SentEvent],
    }),
  ],
  providers: [DiscoveriesResolver, DiscoveriesService],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(Number(process.env['PORT']), '127.0.0.1');
