import { StatusList } from '#features/vacancies/components/statuses/StatusList.tsx';

/** STS-001. */
export const StatusesPage = () => <StatusList />;
