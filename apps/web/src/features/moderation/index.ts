export { Report } from './report';
export { ReportButton } from './report-button';
