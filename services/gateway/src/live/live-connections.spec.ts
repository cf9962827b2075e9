import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayConfig } from '../config.js';
import { SessionEvents } from '../session/session-events.js';
import { LastViewports } from './last-viewports.js';
import { LiveConnections } from './live-connections.js';

const connections = () => new LiveConnections(new LastViewports(new SessionEvents()), new SessionEvents(), { LIVE_CONNECTIONS: 2 } as GatewayConfig);
const response = () => ({ once: vi.fn(), write: vi.fn(), end: vi.fn(), writableLength: 0 }) as unknown as ServerResponse;
const partner = (clientId: string, lasts: number) => ({ clientId, scopes: [], expiresAt: Date.now() + lasts });

describe('live connections of partners', () => {
  it('end with the token', () => {
    const open = connections();
    const [over, valid] = [response(), response()];
    open.add({ address: '203.0.113.7', partner: partner('one', -1) }, over);
    open.add({ address: '203.0.113.7', partner: partner('one', 60_000) }, valid);
    open.beat();
    expect(over.end).toHaveBeenCalledOnce();
    expect(valid.end).not.toHaveBeenCalled();
  });

  it('are counted for the partner, from whatever address', () => {
    const open = connections();
    for (const address of ['203.0.113.7', '203.0.113.8']) open.add({ address, partner: partner('one', 60_000) }, response());
    expect(() => open.admit({ address: '203.0.113.9', partner: partner('one', 60_000) })).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    expect(() => open.admit({ address: '203.0.113.7', partner: partner('two', 60_000) })).not.toThrow();
    expect(() => open.admit({ address: '203.0.113.7' })).not.toThrow();
  });
});
