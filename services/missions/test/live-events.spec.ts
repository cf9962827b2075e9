import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountErased, liveEventCancelled, liveEventChanged, liveEventCompleted } from '@sprayhunt/contracts';
import { Jobs, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, player, type GraphQLResult } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventCommand } from '../src/live-events/command.js';
import { concludeEvent, scheduleConclusion } from '../src/live-events/conclude-event.js';
import { LiveEventPlans } from '../src/live-events/live-event-plans.js';
import { runMissions, type RunningMissions } from './running-missions.js';

let missions: RunningMissions;
let jobs: Jobs;
let plans: LiveEventPlans;
beforeAll(async () => {
  missions = await runMissions();
  jobs = missions.app.get(Jobs);
  plans = new LiveEventPlans(missions.database, jobs);
});
afterAll(() => missions.stop());

type Player = ReturnType<typeof player> & { roles?: string[] };
interface Event {
  id: string;
  status: string;
  participants: number;
  cancelledAt: string | null;
  participation: { joinedAt: string; rewardedAt: string | null } | null;
}
type List = { nodes: Event[]; pageInfo: { hasNextPage: boolean; endCursor: string } };

const EVENT = 'id status participants cancelledAt participation { joinedAt rewardedAt }';
const JOIN = `mutation ($id: ID!) { joinLiveEvent(id: $id) { ${EVENT} } }`;
const LEAVE = `mutation ($id: ID!) { leaveLiveEvent(id: $id) }`;
const join = async (id: string, as: Player) =>
  (await missions.graphql<{ joinLiveEvent: Event }>(JOIN, { id }, as)).data!.joinLiveEvent;
const leave = (id: string, as: Player) => missions.graphql(LEAVE, { id }, as);
const read = async (id: string, as?: Player) =>
  (await missions.graphql<{ liveEvent: Event }>(`query ($id: ID!) { liveEvent(id: $id) { ${EVENT} } }`, { id }, as))
    .data!.liveEvent;
const list = async (name: string, variables: object = {}, as?: Player) =>
  (
    await missions.graphql<Record<string, List>>(
      `query ($first: Int!, $after: String) { ${name}(first: $first, after: $after) { nodes { ${EVENT} } pageInfo {
        hasNextPage endCursor } } }`,
      { first: 100, ...variables },
      as,
    )
  ).data![name]!;
const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const PLAN = {
  title: 'Paint jam',
  description: 'Bring a cap.',
  placeName: 'Hosier Lane',
  latitude: -37.8165,
  longitude: 144.9692,
  timeZone: 'Australia/Melbourne',
  rewardTokens: 300,
  rewardName: 'Golden cap',
};
const plan = (starts: number, ends: number, facts: object = {}) =>
  plans.create({ ...PLAN, startsAt: inHours(starts), endsAt: inHours(ends), ...facts });
/** Makes the end of the event due. */
const end = (id: string) =>
  missions.database.transaction(async (tx) => {
    await tx.query(
      `UPDATE live_events SET starts_at = now() - interval '1 hour', ends_at = now() - interval '1 minute'
        WHERE id = $1`,
      [id],
    );
    await scheduleConclusion(tx, jobs, id);
  });
const waitingFor = (id: string) =>
  missions.database.query<{ wait: number }[]>(
    `SELECT extract(epoch FROM run_at - now())::float / 3600 AS wait FROM missions_jobs.jobs WHERE key = $1`,
    [`conclude-live-event:${id}`],
  );
const completed = async (id: string) =>
  (await missions.published(liveEventCompleted)).filter(({ liveEventId }) => liveEventId === id);

describe('live events', () => {
  it('are upcoming, live or ended, by their start and end; each list has its own [COMM-14]', async () => {
    const [later, soon, live, over, cancelled] = [
      await plan(5, 6),
      await plan(2, 3),
      await plan(-1, 1),
      await plan(1, 2),
      await plan(1, 2),
    ];
    await missions.database.query(
      `UPDATE live_events SET starts_at = now() - interval '2 hours', ends_at = now() WHERE id = $1`,
      [over],
    );
    await plans.cancel(cancelled);
    expect(await Promise.all([later, live, over].map(async (id) => (await read(id)).status))).toEqual([
      'upcoming',
      'live',
      'ended',
    ]);
    expect(await read(cancelled)).toMatchObject({ status: 'ended', cancelledAt: expect.any(String) });
    const first = await list('liveEvents', { first: 2 });
    const second = await list('liveEvents', { first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual([live, soon, later]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await list('pastLiveEvents')).nodes.map(({ id }) => id)).toEqual([over]);
  });

  it('are joined once and left by verified players, until they are over', async () => {
    const [id, over, one] = [await plan(1, 2), await plan(1, 2), player()];
    await plans.cancel(over);
    expect(await join(id, one)).toMatchObject({ participants: 1, participation: { rewardedAt: null } });
    expect(await join(id, one)).toMatchObject({ participants: 1 });
    expect(await read(id)).toMatchObject({ participants: 1, participation: null });
    await leave(id, one);
    await leave(id, one);
    expect(await read(id, one)).toMatchObject({ participants: 0, participation: null });
    const refusal = async (event: string, as?: Player) => codeOf(await missions.graphql(JOIN, { id: event }, as));
    expect(
      await Promise.all([
        refusal(over, one),
        refusal(uuidv7(), one),
        refusal('x', one),
        refusal(id),
        refusal(id, player({ status: 'pending' })),
      ]),
    ).toEqual(['EVENT_OVER', 'NOT_FOUND', 'NOT_FOUND', 'UNAUTHENTICATED', 'CONTACT_NOT_VERIFIED']);
    expect(codeOf(await leave(over, one))).toBe('EVENT_OVER');
  });

  it('reward all participants at the end, once, however often that is settled', async () => {
    const [id, one, other, gone] = [await plan(-1, 1), player(), player(), player()];
    for (const each of [one, other, gone]) await join(id, each);
    await leave(id, gone);
    await Promise.all([end(id), end(id)]);
    await eventually(async () => expect((await read(id, one)).participation!.rewardedAt).toEqual(expect.any(String)));
    await end(id);
    await eventually(async () => expect(await waitingFor(id)).toEqual([]));
    const published = await completed(id);
    expect(published.map(({ playerId }) => playerId).sort()).toEqual([one.subject, other.subject].sort());
    expect(published[0]).toMatchObject({ tokens: 300, rewardName: 'Golden cap', title: 'Paint jam' });
    expect((await list('myLiveEvents', {}, one)).nodes).toMatchObject([{ id, status: 'ended' }]);
  });

  it('are settled in batches', async () => {
    const id = await plan(-1, 1, { rewardName: null });
    await missions.database.query(
      `INSERT INTO live_event_participations (event_id, player_id) SELECT $1, gen_random_uuid()
        FROM generate_series(1, 1201)`,
      [id],
    );
    await end(id);
    await eventually(async () => expect(await waitingFor(id)).toEqual([]));
    expect(new Set((await completed(id)).map(({ playerId }) => playerId)).size).toBe(1_201);
  });

  it('that are moved are settled at their new end', async () => {
    const id = await plan(-1, 1);
    const [[before]] = [await waitingFor(id)];
    await plans.change(id, { endsAt: inHours(3) });
    const after = await waitingFor(id);
    expect([before!.wait, ...after.map(({ wait }) => wait)].map(Math.round)).toEqual([1, 3]);
    // A job that comes too early, as where a clock is set back, waits again.
    await missions.database.query(
      `SELECT FROM missions_jobs.add_job('conclude-live-event', json_build_object('eventId', $1::text), job_key => $2)`,
      [id, `conclude-live-event:${id}`],
    );
    await eventually(async () => expect((await waitingFor(id)).map(({ wait }) => Math.round(wait))).toEqual([3]));
    expect(await completed(id)).toEqual([]);
  });

  it('that are cancelled reward no one and notify participants', async () => {
    const [id, one] = [await plan(-1, 1), player()];
    await join(id, one);
    await plans.cancel(id);
    await eventually(async () =>
      expect((await missions.published(liveEventCancelled)).filter(({ liveEventId }) => liveEventId === id)).toEqual([
        { liveEventId: id, playerId: one.subject, title: 'Paint jam' },
      ]),
    );
    await eventually(async () => expect(await waitingFor(id)).toEqual([]));
    expect([await completed(id), (await read(id, one)).participation!.rewardedAt]).toEqual([[], null]);
    await plans.cancel(id);
    await expect(plans.change(id, { title: 'Again' })).rejects.toMatchObject({ code: 'EVENT_OVER' });
  });

  it('are over once they are settled, also when a clock that was ahead is set back', async () => {
    const [id, one, late] = [await plan(-1, 1), player(), player()];
    await join(id, one);
    await end(id);
    await eventually(async () => expect(await completed(id)).toHaveLength(1));
    await missions.database.query(`UPDATE live_events SET ends_at = now() + interval '1 hour' WHERE id = $1`, [id]);
    expect((await read(id)).status).toBe('ended');
    expect([codeOf(await missions.graphql(JOIN, { id }, late)), codeOf(await leave(id, one))]).toEqual([
      'EVENT_OVER',
      'EVENT_OVER',
    ]);
    await missions.database.transaction((tx) => jobs.add(tx, concludeEvent, { eventId: id }, { key: id }));
    await eventually(async () => expect(await waitingFor(id)).toEqual([]));
    expect(await completed(id)).toHaveLength(1);
  });

  it('delete erased players, who are no longer counted', async () => {
    const [id, one] = [await plan(1, 2), player()];
    await join(id, one);
    await missions.publish(eventOf(accountErased, { accountId: one.subject }));
    await eventually(async () => expect((await read(id)).participants).toBe(0));
    expect(
      await missions.database.query(`SELECT FROM live_event_participations WHERE player_id = $1`, [one.subject]),
    ).toEqual([]);
  });
});

describe('organisers', () => {
  const organiser = { ...player(), roles: ['organiser'] };
  const CREATE = `mutation ($key: ID!, $input: LiveEventInput!) { createLiveEvent(key: $key, input: $input) {
    ${EVENT} title rewardTokens } }`;
  const CHANGE = `mutation ($id: ID!, $input: LiveEventChanges!) { changeLiveEvent(id: $id, input: $input) {
    ${EVENT} title changedAt } }`;
  const CANCEL = `mutation ($id: ID!) { cancelLiveEvent(id: $id) { ${EVENT} } }`;
  const input = (facts: object = {}) => ({ ...PLAN, startsAt: inHours(1), endsAt: inHours(2), ...facts });
  const fields = ({ errors }: GraphQLResult<unknown>) =>
    (errors?.[0]?.extensions as { fields?: { field: string }[] } | undefined)?.fields?.map(({ field }) => field);
  const change = (id: string, changes: object) =>
    missions.graphql<{ changeLiveEvent: Event & { title: string; changedAt: string | null } }>(
      CHANGE,
      { id, input: changes },
      organiser,
    );
  const told = async (id: string) =>
    (await missions.published(liveEventChanged)).filter(({ liveEventId }) => liveEventId === id);

  it('create events once for a key, change and cancel them; others may not [COMM-02]', async () => {
    const key = uuidv7();
    const make = (as: Player | undefined, facts: object = {}) =>
      missions.graphql<{ createLiveEvent: Event & { title: string } }>(CREATE, { key, input: input(facts) }, as);
    expect(
      await Promise.all(
        [undefined, player(), { ...player(), roles: ['moderator'] }].map(async (as) => codeOf(await make(as))),
      ),
    ).toEqual(['UNAUTHENTICATED', 'ROLE_MISSING', 'ROLE_MISSING']);
    expect((await make(organiser)).data!.createLiveEvent).toMatchObject({
      id: key,
      status: 'upcoming',
      title: 'Paint jam',
    });
    expect((await make(organiser, { title: 'Another' })).data!.createLiveEvent).toMatchObject({
      id: key,
      title: 'Paint jam',
    });
    expect((await change(key, { title: 'Night jam' })).data!.changeLiveEvent).toMatchObject({
      title: 'Night jam',
      changedAt: null,
    });
    for (const time of [1, 2])
      expect([
        time,
        (await missions.graphql<{ cancelLiveEvent: Event }>(CANCEL, { id: key }, organiser)).data!.cancelLiveEvent
          .status,
      ]).toEqual([time, 'ended']);
    expect(codeOf(await change(key, { title: 'Again' }))).toBe('EVENT_OVER');
    expect(
      await Promise.all(
        [CHANGE, CANCEL].map(async (call) => codeOf(await missions.graphql(call, { id: key, input: {} }, player()))),
      ),
    ).toEqual(['ROLE_MISSING', 'ROLE_MISSING']);
  });

  it('get the invalid fields', async () => {
    const make = async (facts: object, key: string = uuidv7()) =>
      fields(await missions.graphql(CREATE, { key, input: input(facts) }, organiser));
    expect(
      await make({
        title: ' ',
        description: '',
        placeName: 'x'.repeat(121),
        latitude: 91,
        longitude: -181,
        timeZone: 'Melbourne',
        rewardTokens: -1,
        rewardName: 'x'.repeat(81),
      }),
    ).toEqual(['title', 'description', 'placeName', 'latitude', 'longitude', 'timeZone', 'rewardTokens', 'rewardName']);
    expect([await make({ endsAt: inHours(1) }), await make({}, 'one')]).toEqual([['endsAt'], ['key']]);
    const id = await plan(1, 2);
    expect([fields(await change(id, { title: null })), codeOf(await change(uuidv7(), {}))]).toEqual([
      ['title'],
      'NOT_FOUND',
    ]);
  });

  it('notify participants of a change of time, place or reward, not of texts, and not players who join later', async () => {
    const [id, one, later] = [await plan(1, 2), player(), player()];
    await join(id, one);
    await change(id, { description: 'Bring two caps.' });
    const endsAt = inHours(3);
    const { changedAt } = (await change(id, { endsAt })).data!.changeLiveEvent;
    await eventually(async () =>
      expect(await told(id)).toEqual([{ liveEventId: id, playerId: one.subject, title: 'Paint jam', changedAt }]),
    );
    await join(id, later);
    expect((await change(id, { endsAt })).data!.changeLiveEvent.changedAt).toBe(changedAt);
    await change(id, { placeName: 'Union Lane', rewardName: null });
    await eventually(async () => expect(await told(id)).toHaveLength(3));
  });

  it('keep the start and the reward of an event that has begun', async () => {
    const id = await plan(-1, 1);
    expect(fields(await change(id, { startsAt: inHours(0.5), rewardTokens: 299, rewardName: null }))).toEqual([
      'startsAt',
      'rewardTokens',
      'rewardName',
    ]);
    expect(fields(await change(id, { endsAt: inHours(-0.1) }))).toEqual(['endsAt']);
    expect(
      (await change(id, { endsAt: inHours(2), rewardTokens: 400, placeName: 'Under the bridge' })).errors,
    ).toBeUndefined();
    await end(id);
    await eventually(async () => expect((await read(id)).status).toBe('ended'));
    expect([
      codeOf(await change(id, { title: 'Over' })),
      codeOf(await missions.graphql(CANCEL, { id }, organiser)),
    ]).toEqual(['EVENT_OVER', 'EVENT_OVER']);
  });
});

describe('the command', () => {
  const run = async (...args: string[]) => {
    const [out, err] = [
      jest.spyOn(console, 'log').mockImplementation(() => undefined),
      jest.spyOn(console, 'error').mockImplementation(() => undefined),
    ];
    const code = await eventCommand(args, async () => ({
      dataSource: Object.create(missions.database, {
        destroy: { value: async () => undefined },
      }) as typeof missions.database,
      jobs,
    }));
    const said = [...out.mock.calls, ...err.mock.calls].flat().join('\n');
    out.mockRestore();
    err.mockRestore();
    return { code, said };
  };
  const text = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const OPTIONS = [
    '--title',
    'Paint jam',
    '--description',
    'Bring a cap.',
    '--place',
    'Hosier Lane',
    '--at',
    '-37.8165,144.9692',
    '--zone',
    'Pacific/Honolulu',
    '--tokens',
    '300',
  ];

  it('creates, lists, changes and cancels, with times of the clocks of the place', async () => {
    const created = await run('create', ...OPTIONS, '--start', `${text(3)} 18:00`, '--end', `${text(3)} 21:30`);
    expect(created.code).toBe(0);
    const { id, startsAt, startsThere } = JSON.parse(created.said) as Record<string, string>;
    // Hawaii is ten hours behind UTC all year.
    expect(startsAt).toBe(`${text(4)}T04:00:00.000Z`);
    expect(startsThere).toContain('18:00:00');
    const changed = await run('change', id!, '--end', `${text(3)} 22:30`, '--reward', 'Silver cap');
    expect(JSON.parse(changed.said)).toMatchObject({
      endsAt: `${text(4)}T08:30:00.000Z`,
      rewardName: 'Silver cap',
      title: 'Paint jam',
    });
    expect(JSON.parse((await run('list')).said)).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
    expect(JSON.parse((await run('cancel', id!)).said)).toMatchObject({ status: 'ended' });
    expect((await run('cancel', id!)).code).toBe(0);
    expect(await run('change', id!, '--title', 'Over')).toEqual({
      code: 1,
      said: 'This event is over or was cancelled.',
    });
  });

  it('names the fields that it refuses, and prints its usage', async () => {
    const { code, said } = await run(
      'create',
      '--title',
      ' ',
      '--at',
      '91,',
      '--zone',
      '+05:00',
      '--tokens',
      '1.5',
      '--start',
      'tomorrow',
    );
    expect(code).toBe(1);
    expect(said.split('\n').map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining([
        'title',
        'description',
        'placeName',
        'latitude',
        'longitude',
        'timeZone',
        'rewardTokens',
        'startsAt',
        'endsAt',
      ]),
    );
    for (const [field, ...options] of [
      ['endsAt', '--start', `${text(3)} 18:00`, '--end', `${text(3)} 18:00`],
      ['endsAt', '--start', `${text(3)} 18:00`, '--end', `${text(40)} 18:00`],
      ['endsAt', '--start', `${text(-3)} 18:00`, '--end', `${text(-2)} 18:00`],
      ['startsAt', '--start', `${text(400)} 18:00`, '--end', `${text(401)} 18:00`],
      ['startsAt', '--zone', 'Europe/Berlin', '--start', '2026-03-29 02:30', '--end', '2026-03-29 05:00'],
      ['endsAt', '--zone', 'Europe/Berlin', '--start', '2026-03-29 01:30', '--end', '2026-03-29 02:30'],
      ['startsAt', '--start', '2026-13-01 18:00', '--end', `${text(2)} 18:00`],
    ] as const)
      expect(await run('create', ...OPTIONS, ...options)).toMatchObject({
        code: 1,
        said: expect.stringMatching(new RegExp(`^${field}: `)),
      });
    expect(await run('change', 'x', '--title', 'New')).toEqual({ code: 1, said: 'There is no such event.' });
    for (const args of [
      [],
      ['create', 'id'],
      ['change', uuidv7()],
      ['cancel'],
      ['list', '--title', 'x'],
      ['create', '--unknown', 'x'],
    ])
      expect((await run(...args)).code).toBe(2);
  });
});
