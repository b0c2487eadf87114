import './optical.test.ts';
