import '../../../test/without-map';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../../app/router';
import { player } from '../../../test/home';
import { renderAt } from '../../../test/render';
import { problem, type SeenCall, serve, signedOut } from '../../../test/server';
import { demos } from './demos';
import { tutorialSteps } from './steps';

const REWARDS = [10, 25, 15, 50, 100, 0, 30, 200];

async function open(responses: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {}, ...responses });
  const stage = renderAt('/onboarding-tutorial', <Router />);
  await screen.findByText('Step 1 of 8');
  return {
    ...stage,
    calls,
    credited: () =>
      calls
        .filter(({ operation }) => operation === 'mutation completeTutorialStep')
        .map(({ body }) => (body as { step: number }).step),
  };
}

const signedIn = {
  'GET /api/auth/user': player,
  'mutation completeTutorialStep': ({ body }: SeenCall) => ({
    tokensAwarded: REWARDS[(body as { step: number }).step - 1],
    balance: 0,
  }),
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const counter = () => screen.getByTestId('token-counter').textContent;
const at = (step: number) => screen.getByText(`Step ${step} of 8`);
async function goOn() {
  press('Next');
  await pass(0);
}
async function goTo(step: number) {
  for (let here = 1; here < step; here += 1) await goOn();
}

describe('the tutorial', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
    localStorage.clear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('begins at the first step, which has no previous one [TUTO-01 TUTO-34]', async () => {
    const { path } = await open();
    expect(path()).toBe('/onboarding-tutorial');
    at(1);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  });

  it('has eight steps and names the current one [TUTO-02 TUTO-04]', async () => {
    await open();
    expect(tutorialSteps).toHaveLength(8);
    for (let step = 1; step < 8; step += 1) {
      at(step);
      await goOn();
    }
    at(8);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('goes one step on and one step back [TUTO-06 TUTO-07]', async () => {
    await open();
    await goOn();
    at(2);
    await goOn();
    at(3);
    press('Previous');
    at(2);
    press('Previous');
    at(1);
  });

  it('shows progress up to 100 and a dot for each step [TUTO-03 TUTO-08]', async () => {
    const { container } = await open();
    const bar = screen.getByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuemax', '100');
    expect(bar).toHaveAttribute('aria-valuenow', '12.5');
    expect(container.querySelectorAll('nav ol li')).toHaveLength(8);
    await goTo(8);
    expect(bar).toHaveAttribute('aria-valuenow', '100');
  });

  it('can be skipped to the map [TUTO-09]', async () => {
    const { path } = await open();
    press('Skip Tutorial');
    expect(path()).toBe('/home');
  });

  it.each([
    [1, 'Welcome', 'TUTO-10', undefined],
    [2, 'Discover Street Art', 'TUTO-12 TUTO-11', 'Take a practice photo'],
    [3, 'Find Legal Graffiti Walls', 'TUTO-14 TUTO-13', 'Explore satellite map'],
    [4, 'Complete Photo Missions', 'TUTO-16 TUTO-15', 'Start photo mission'],
    [5, 'Earn Tokens & Level Up', 'TUTO-17', undefined],
    [6, 'Join the Community', 'TUTO-19 TUTO-18', 'Explore community features'],
    [7, 'Create Your Art Gallery', 'TUTO-20', undefined],
    [8, 'Ready to Explore!', 'TUTO-21', undefined],
  ])('step %i is "%s" [%s]', async (number, title, _ids, action) => {
    await open();
    await goTo(number);
    const step = screen.getByRole('region', { name: title });
    const reward = REWARDS[number - 1]!;
    if (reward > 0) expect(within(step).getByText(`Reward ${reward} Spray Coins`)).toBeVisible();
    else expect(within(step).queryByText(/Reward/)).toBeNull();
    if (action) expect(within(step).getByRole('button', { name: action })).toBeVisible();
    else expect(within(step).queryByRole('button')).toBeNull();
    expect(tutorialSteps[number - 1]!.interactive).toBe(action !== undefined);
  });

  it('adds the reward of a step to the counter once [TUTO-05 TUTO-31 TUTO-32]', async () => {
    await open();
    expect(counter()).toBe('0');
    await goOn();
    expect(counter()).toBe('10');
    press('Previous');
    await goOn();
    expect(counter()).toBe('10');
    await goOn();
    expect(counter()).toBe('35');
  });

  it('shows the reward of a step for two seconds [TUTO-33]', async () => {
    await open();
    await goOn();
    expect(screen.getByText('+10 Tokens')).toBeVisible();
    await pass(1_900);
    expect(screen.getByText('+10 Tokens')).toBeVisible();
    await pass(200);
    expect(screen.queryByText('+10 Tokens')).toBeNull();
  });

  it('step 6 alerts one second after the action, then goes on [TUTO-23 TUTO-24]', async () => {
    await open();
    await goTo(6);
    press('Explore community features');
    await pass(900);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(200);
    expect(screen.getByRole('dialog', { name: 'Join the Community' })).toBeVisible();
    press('Continue');
    await pass(0);
    at(7);
    expect(screen.queryByText(/\+0 Tokens/)).toBeNull();
  });

  describe.each([
    ['camera', 2, 25],
    ['walls', 3, 15],
    ['missions', 4, 50],
  ] as const)('the %s demo', (name, number, reward) => {
    const { steps, results } = demos[name];
    const openDemo = async () => {
      await open();
      await goTo(number);
      press(tutorialSteps[number - 1]!.actionLabel!());
    };

    it('starts on a click, and runs its three steps for two seconds each [TUTO-25 TUTO-26]', async () => {
      await openDemo();
      for (const text of steps) expect(screen.queryByText(text())).toBeNull();
      press('Start Demo');
      expect(steps).toHaveLength(3);
      for (const text of steps) {
        expect(screen.getByText(text())).toBeVisible();
        await pass(1_900);
        expect(screen.getByText(text())).toBeVisible();
        await pass(100);
        expect(screen.queryByText(text())).toBeNull();
      }
    });

    it('shows mock discoveries for 1.5 seconds, then completes [TUTO-27 TUTO-28 TUTO-29]', async () => {
      await openDemo();
      press('Start Demo');
      expect(screen.queryByText('Tokens Earned:')).toBeNull();
      for (const _ of steps) await pass(2_000);
      for (const { name: mock } of results) expect(screen.getByText(mock())).toBeVisible();
      await pass(1_400);
      expect(screen.getByText('Tokens Earned:')).toBeVisible();
      await pass(100);
      expect(screen.queryByText('Tokens Earned:')).toBeNull();
    });

    it('earns its reward, which the counter gets with the step [TUTO-30]', async () => {
      await openDemo();
      const before = Number(counter());
      press('Start Demo');
      for (const _ of steps) await pass(2_000);
      expect(screen.getByText('Tokens Earned:')).toHaveTextContent(`Tokens Earned: +${reward}`);
      await pass(1_500);
      await pass(1_000);
      press('Continue');
      await pass(0);
      at(number + 1);
      expect(Number(counter())).toBe(before + reward);
    });
  });

  it('the last step leads to the map [TUTO-22]', async () => {
    const { path } = await open();
    await goTo(8);
    press('Start Exploring!');
    await waitFor(() => expect(path()).toBe('/home'));
  });

  it('credits a signed-in player with what the server booked [TUTO-35]', async () => {
    const { credited } = await open({
      ...signedIn,
      'mutation completeTutorialStep': ({ body }) => ({
        tokensAwarded: (body as { step: number }).step === 2 ? 0 : 10,
        balance: 10,
      }),
    });
    await screen.findByText('Step 1 of 8');
    await waitFor(() => expect(screen.queryByText(/to keep them/)).toBeNull());
    await goTo(3);
    await waitFor(() => expect(credited()).toEqual([1, 2]));
    expect(counter()).toBe('10');
  });

  it('the last step waits for rewards that are still being booked, so that the map shows all coins', async () => {
    let book: () => void = () => undefined;
    const booked = new Promise<void>((resolve) => {
      book = resolve;
    });
    const { path } = await open({
      ...signedIn,
      'mutation completeTutorialStep': async (call: SeenCall) => {
        if ((call.body as { step: number }).step === 5) await booked;
        return signedIn['mutation completeTutorialStep'](call);
      },
    });
    await waitFor(() => expect(screen.queryByText(/to keep them/)).toBeNull());
    await goTo(8);
    press('Start Exploring!');
    await pass(100);
    expect(path()).toBe('/onboarding-tutorial');
    book();
    await waitFor(() => expect(path()).toBe('/home'));
  });

  it('a reward that cannot be booked is said, and not counted', async () => {
    await open({ ...signedIn, 'mutation completeTutorialStep': () => problem(503, 'UNAVAILABLE', 'Later.') });
    await waitFor(() => expect(screen.queryByText(/to keep them/)).toBeNull());
    press('Next');
    expect(await screen.findByText(/could not be added/)).toBeVisible();
    expect(counter()).toBe('0');
  });

  it('a guest is not credited, and signing up keeps the coins [TUTO-36 TUTO-37]', async () => {
    const first = await open();
    expect(screen.getByText(/to keep them/)).toBeVisible();
    await goTo(3);
    expect(counter()).toBe('35');
    expect(first.credited()).toEqual([]);
    first.unmount();
    const later = await open(signedIn);
    await waitFor(() => expect(later.credited()).toEqual([1, 2]));
    later.unmount();
    const again = await open(signedIn);
    await pass(50);
    expect(again.credited()).toEqual([]);
  });

  it('steps and mock discoveries hold their fields [ENT-41 ENT-42]', () => {
    for (const step of tutorialSteps)
      expect(Object.keys(step)).toEqual(
        expect.arrayContaining(['id', 'title', 'description', 'icon', 'animation', 'interactive', 'reward']),
      );
    for (const { results } of Object.values(demos))
      for (const mock of results) expect(Object.keys(mock)).toEqual(['name', 'detail', 'tokens', 'emojiType', 'emoji']);
  });
});
