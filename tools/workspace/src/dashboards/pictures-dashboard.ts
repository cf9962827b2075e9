import type { Dashboard } from './dashboard.js';
import { percentiles } from './percentiles.js';

export const pictures: Dashboard = {
  uid: 'sprayhunt-pictures',
  title: 'pictures',
  panels: [
    {
      title: 'Free space',
      unit: 'percentunit',
      queries: { '{{folder}}': 'min by (folder) (media_disk_free_bytes / media_disk_bytes)' },
    },
    {
      title: 'Uploads by outcome',
      unit: 'ops',
      queries: { '{{outcome}}': 'sum by (outcome) (rate(media_uploads_total[$__rate_interval]))' },
    },
    percentiles('From a file to its picture', 'media_pipeline_seconds', '', { red: 5 }),
    {
      title: 'Unused objects removed',
      unit: 'ops',
      queries: { '{{kind}}': 'sum by (kind) (rate(media_swept_total[$__rate_interval]))' },
    },
    percentiles('Sending a picture', 'http_request_duration_seconds', '{service="media", route=~"/objects/.*"}'),
  ],
};
