import type { LiveEvent } from '../../api/types';
import { api, bodyOf } from '../../lib/http';

export const joinEvent = (id: string): Promise<LiveEvent> => bodyOf(api.POST('/api/community/events/{id}/join', { params: { path: { id } } }));
export const leaveEvent = (id: string) => api.POST('/api/community/events/{id}/leave', { params: { path: { id } } });
