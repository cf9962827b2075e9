import { screen } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { player } from '../../test/home';
import { membership } from '../../test/payments';
import { renderAt } from '../../test/render';
import { serve, signedOut } from '../../test/server';
import { RolePicker } from './document-fields';
// Loaded later, with Apollo: on a busy machine that takes longer than a test waits for a text.
import '../membership/pro-factor';

const open = (responses: Parameters<typeof serve>[0]) => {
  serve(responses);
  renderAt('/home', <RolePicker value="photographer" onChange={() => undefined} />);
};

it('promises Pro members the double that they get', async () => {
  open({ 'GET /api/auth/user': player, 'query membership': membership({ status: 'active', isPro: true }) });
  expect(await screen.findByText('I found it · 100 coins')).toBeVisible();
  expect(screen.getByText('I made it · 300 coins')).toBeVisible();
});

it('promises others what they get', async () => {
  open({ 'GET /api/auth/user': player, 'query membership': membership({ isPro: false }) });
  expect(await screen.findByText('I found it · 50 coins')).toBeVisible();
});

it('promises guests what they get', async () => {
  open({ 'GET /api/auth/user': signedOut() });
  expect(await screen.findByText('I made it · 150 coins')).toBeVisible();
});
