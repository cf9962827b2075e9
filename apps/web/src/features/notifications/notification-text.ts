import { m } from '#messages';
import { generatePath } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import { TOKENS_NAME } from '../../product';
import { knownAchievements } from '../players';
import type { Notification } from './use-notifications';

/** The notification as one sentence. */
export function sentenceOf({ kind, count, actors, subject }: Notification): string {
  const title = subject.title ?? m.notifications_untitled();
  const name = actors[0]?.username ?? m.notifications_gone_player();
  const amount = formatNumber(subject.tokens ?? 0);
  switch (kind) {
    case 'like':
      return subject.type === 'discovery'
        ? m.notifications_like_work({ count, name, title })
        : m.notifications_like_post({ count, name, title });
    case 'reply':
      return m.notifications_reply({ count, name, title });
    case 'mention':
      return m.notifications_mention({ count, name, title });
    case 'award':
      return m.notifications_award({ count, amount, tokens: TOKENS_NAME });
    case 'mission':
      return m.notifications_mission({ title, amount, tokens: TOKENS_NAME });
    case 'event':
      if (subject.outcome === 'changed') return m.notifications_event_changed({ title });
      if (subject.outcome === 'cancelled') return m.notifications_event_cancelled({ title });
      return m.notifications_event({ title, amount, tokens: TOKENS_NAME });
    case 'achievement':
      return m.notifications_achievement({ title: knownAchievements[subject.id ?? '']?.name() ?? title });
    case 'moderation':
      return m.notifications_moderation({ outcome: subject.outcome ?? '' });
    case 'partner':
      return m.notifications_partner({ outcome: subject.outcome ?? '', title });
  }
}

/** The path of the screen that it leads to; null where there is none. */
export function pathOf({ kind, subject: { type, id } }: Notification): string | null {
  if (kind === 'award' || kind === 'achievement') return paths.profile;
  if (!id) return null;
  switch (type) {
    case 'discovery':
      return generatePath(paths.sharedDiscovery, { id });
    case 'thread':
      return generatePath(paths.discussion, { id });
    case 'mission':
      return generatePath(paths.mission, { id });
    case 'event':
      return generatePath(paths.liveEvent, { id });
    case 'partner':
      return paths.developerClients;
    case 'moderation':
      return generatePath(paths.notice, { id });
    default:
      return null;
  }
}
