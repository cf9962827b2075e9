import { discoveryCreated } from '@sprayhunt/contracts';

/** The player of the works without events, which are not booked. */
export const BARE_PLAYER = '01990000-0000-7000-8000-00000000ba7e';

/** The event of a work, as discovery stores it. */
export const eventOf = (
  id: string,
  time: string,
  work: { discoveryId: string; playerId: string; title: string; latitude: number; longitude: number },
) => ({
  specversion: '1.0',
  id,
  source: '/services/discovery',
  type: discoveryCreated.type,
  time,
  subject: work.discoveryId,
  datacontenttype: 'application/json',
  data: {
    ...work,
    role: 'photographer',
    pinType: 'location',
    isFreshArt: false,
    tokens: 50,
    xp: 15,
    pictureId: null,
    hasDescription: true,
    atLegalWall: false,
    createdAt: time,
  },
});
