import './submit.race.test.ts';
