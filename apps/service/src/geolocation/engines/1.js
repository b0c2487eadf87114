// Decision engine 1, frozen by testing/engine-freeze.ts. Never edited: it computes again what it decided.
// SHA-256 of what follows this line: e6c8e591d15467280267137e940198071fd7b28bee0ad085496084ab81d4d12d
var ACCURACY_COUNTRY_M = 25e3;
var ACCURACY_SUBDIVISION_M = 1e3;
var ACCURACY_SHAPE_M = 200;
/** Whether the rule can turn anybody away. */
function restricts(rule) {
	return !!rule && !!(rule.allow?.length || rule.deny?.length || rule.shapes?.length);
}
/**
* Worst p95, metres, that the policy accepts. By default it follows the distance that matters to the rule: own shapes
* 200 m, subdivisions 1 km, countries or no rule 25 km; close to a border `p_inside` does the rest.
*/
function maxAccuracyM({ max_accuracy_m, rule }) {
	if (max_accuracy_m !== void 0) return max_accuracy_m;
	if (rule?.shapes?.length) return ACCURACY_SHAPE_M;
	const subdivision = (code) => code.includes("-");
	if (rule?.allow?.some(subdivision) || rule?.deny?.some(subdivision)) return ACCURACY_SUBDIVISION_M;
	return ACCURACY_COUNTRY_M;
}
/** Oldest fix that the policy accepts, milliseconds. */
var maxAgeMs = (definition) => (definition.max_age_s ?? 60) * 1e3;

// checks/check.ts
/** Gives the code names of a check their literal types. */
var check = (definition) => definition;
var pass = (code, confidence, inputs = {}) => ({
	code,
	outcome: "pass",
	confidence,
	inputs
});
var fail = (code, confidence, inputs = {}) => ({
	code,
	outcome: "fail",
	confidence,
	inputs
});
var uncertain = (code, confidence, inputs = {}) => ({
	code,
	outcome: "uncertain",
	confidence,
	inputs
});
/** The fact is missing, or the question does not arise: never a pass, never held against anybody. */
var skipped = (code, reason) => ({
	code,
	outcome: "skipped",
	confidence: 0,
	inputs: { reason }
});

// position.ts
/**
* From what each platform reports to p95. A circular Gaussian fix has P(r ≤ R) = 1 − exp(−R² / 2σ²), so p95 is
* σ √(2 ln 20). The web reports p95 itself (W3C), Android the 68 % radius, iOS the root mean square √2 σ.
*/
var P95_OF_SIGMA = Math.sqrt(2 * Math.log(20));
var P95_FACTOR = {
	p95: 1,
	p68: P95_OF_SIGMA / Math.sqrt(-2 * Math.log(1 - .68)),
	rms: P95_OF_SIGMA / Math.SQRT2
};
/** Consumer receivers do not honestly do better. */
var FLOOR_M = 5;
var CEILING_M = 1e5;
/** Longest time between sealing and receipt that an honest slow network explains; also the leeway of our tokens. */
var TRANSIT_MS = 3e4;
/** Two clocks of one device may differ this much without meaning anything. */
var FUTURE_TOLERANCE_MS = 5e3;
/** p95 in metres, floor applied, or why the reading cannot be used. */
function p95Of(position, platform) {
	const { lat, lng, accuracy_m, accuracy_basis } = position;
	if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return "not_a_place";
	if (!Number.isFinite(accuracy_m)) return "accuracy_not_a_number";
	if (accuracy_m < 0 || accuracy_m === 0 && platform !== "web") return "accuracy_not_positive";
	const p95 = accuracy_m * P95_FACTOR[accuracy_basis];
	if (p95 > CEILING_M) return "accuracy_too_large";
	return Math.max(FLOOR_M, p95);
}
/**
* Age of a fix at receipt. Device clocks are wrong, so the fix is compared with the device's own clock at sealing, and
* only the way to us is added, at most 30 s of it: `(epoch − measured) + clamp(now − epoch, 0, 30 s)`. Whoever holds a
* sealed payload back, or sets the clock, is seen by `clock_skew`. Without a device clock the server's alone counts.
*/
function fixAge(measured_ms, epoch_ms, now_ms) {
	if (epoch_ms === null) return {
		age_ms: Math.max(0, now_ms - measured_ms),
		ahead_ms: Math.max(0, measured_ms - now_ms)
	};
	const transit = Math.min(TRANSIT_MS, Math.max(0, now_ms - epoch_ms));
	return {
		age_ms: Math.max(0, epoch_ms - measured_ms + transit),
		ahead_ms: Math.max(0, measured_ms - Math.max(epoch_ms, now_ms))
	};
}
/** The device's clock at sealing, or null. */
function deviceClock(evidence) {
	const epoch = evidence.clock?.epoch_ms;
	return typeof epoch === "number" && Number.isFinite(epoch) ? epoch : null;
}
/** Why each reading that cannot be used cannot, in the order of the list. */
function rejections(evidence) {
	return evidence.positions.map((position, index) => usable(position, index, evidence, 0)).filter((result) => typeof result === "string");
}
function usable(position, index, evidence, now_ms) {
	const p95_m = p95Of(position, evidence.platform);
	if (typeof p95_m === "string") return p95_m;
	const measured_ms = Date.parse(position.measured_at);
	if (Number.isNaN(measured_ms)) return "no_time";
	return {
		lat: position.lat,
		lng: position.lng,
		p95_m,
		measured_at: position.measured_at,
		...fixAge(measured_ms, deviceClock(evidence), now_ms),
		index,
		altitude_m: finite(position.altitude_m),
		speed_mps: finite(position.speed_mps)
	};
}
var finite = (value) => typeof value === "number" && Number.isFinite(value) ? value : null;

// checks/freshness.ts
var freshness = check({
	question: "Does the fix show where the device is now?",
	group: "position",
	codes: {
		position_stale: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "retry_now"
		},
		position_in_future: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "check_device_clock"
		}
	},
	run(input) {
		const { position } = input;
		if (!position) return [skipped("position_stale", "no_position"), skipped("position_in_future", "no_position")];
		const limit_ms = maxAgeMs(input.policy.definition);
		const stale = {
			age_ms: position.age_ms,
			limit_ms
		};
		const future = {
			ahead_ms: position.ahead_ms,
			limit_ms: FUTURE_TOLERANCE_MS
		};
		return [isStale(input) ? fail("position_stale", 1, stale) : pass("position_stale", 1, stale), isInFuture(input) ? fail("position_in_future", 1, future) : pass("position_in_future", 1, future)];
	}
});
var isStale = ({ position, policy }) => position !== null && position.age_ms > maxAgeMs(policy.definition);
var isInFuture = ({ position }) => position !== null && position.ahead_ms > 5e3;
/**
* Why nothing may be concluded about the present place, or null. An old fix tells where the device was: it must lead
* to another try, not to a refusal.
*/
function whyNotCurrent(input) {
	if (!input.position) return "no_position";
	if (isStale(input)) return "position_stale";
	return isInFuture(input) ? "position_in_future" : null;
}

// checks/jurisdiction.ts
var OUTSIDE_CODES = [
	"country_not_allowed",
	"subdivision_not_allowed",
	"area_not_allowed",
	"exclusion_zone"
];
var jurisdiction = check({
	question: "Does the device stand where the policy allows it?",
	group: "place",
	codes: {
		country_not_allowed: {
			fail: "fail",
			outcomes: ["fail"],
			remedy: "go_to_supported_place"
		},
		subdivision_not_allowed: {
			fail: "fail",
			outcomes: ["fail"],
			remedy: "go_to_supported_place"
		},
		area_not_allowed: {
			fail: "fail",
			outcomes: ["fail"],
			remedy: "go_to_supported_place"
		},
		exclusion_zone: {
			fail: "fail",
			outcomes: ["fail"],
			remedy: "leave_excluded_place"
		},
		border_uncertain: {
			fail: "retry",
			outcomes: ["uncertain"],
			remedy: "move_away_from_border"
		}
	},
	run(input) {
		const { rule } = input.policy.definition;
		const reason = whyNotCurrent(input) ?? (restricts(rule) ? null : "no_rule");
		if (reason || !restricts(rule)) return everyCode((code) => skipped(code, reason ?? "no_rule"));
		const inputs = describe(input);
		const p = input.rule?.p_inside ?? .5;
		switch (standing(input)) {
			case "inside": return everyCode((code) => pass(code, p, inputs));
			case "outside": {
				const found = whyOutside(rule, input.place, input.rule);
				return everyCode((code) => {
					if (code === found) return fail(code, 1 - p, inputs);
					return code === "border_uncertain" ? pass(code, 1 - p, inputs) : skipped(code, "another_cause");
				});
			}
			default: return everyCode((code) => {
				if (code !== "border_uncertain") return skipped(code, "border_uncertain");
				return uncertain(code, 1 - Math.abs(2 * p - 1), inputs);
			});
		}
	}
});
/** Where the position stands against the rule. Only a firm probability is an answer. */
function standing({ rule }) {
	if (!rule || rule.inside === null || !Number.isFinite(rule.p_inside)) return "uncertain";
	if (rule.p_inside >= .95) return "inside";
	return rule.p_inside <= .05 ? "outside" : "uncertain";
}
var everyCode = (finding) => [...OUTSIDE_CODES, "border_uncertain"].map(finding);
function describe({ rule, place }) {
	return {
		country: place?.country ?? null,
		subdivision: place?.subdivision ?? null,
		p_inside: rule?.p_inside ?? null,
		signed_distance_m: rule?.signed_distance_m ?? null,
		boundary_error_m: rule?.boundary_error_m ?? null,
		...rule ? rule.inside === null && { reason: "jurisdiction_unknown" } : { reason: "rule_not_evaluated" }
	};
}
var BY_PART = {
	exclusion: "exclusion_zone",
	shape: "area_not_allowed",
	subdivision: "subdivision_not_allowed",
	country: "country_not_allowed"
};
/** Names the part of the rule that turned the place away; the answer itself is the rule's, not this one's. */
function whyOutside(rule, place, facts) {
	if (facts?.decided_by) return BY_PART[facts.decided_by];
	const country = place?.country ?? null;
	if (country === null) return rule.shapes?.length ? "area_not_allowed" : "country_not_allowed";
	if (rule.deny?.includes(country)) return "country_not_allowed";
	const inCountry = (code) => code.startsWith(`${country}-`);
	if (rule.deny?.some(inCountry) || rule.allow?.some(inCountry)) return "subdivision_not_allowed";
	return rule.allow?.length || !rule.shapes?.length ? "country_not_allowed" : "area_not_allowed";
}

// checks/accuracy.ts
var accuracy = check({
	question: "Is the fix precise enough for what the policy asks?",
	group: "position",
	codes: {
		precise_location_off: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "turn_on_precise_location"
		},
		accuracy_too_low: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "turn_on_wifi"
		}
	},
	run(input) {
		const { position, evidence, policy } = input;
		if (!position) return [skipped("precise_location_off", "no_position"), skipped("accuracy_too_low", "no_position")];
		const limit_m = maxAccuracyM(policy.definition);
		const inputs = {
			p95_m: position.p95_m,
			limit_m
		};
		const coarse = position.p95_m > limit_m;
		const precise = evidence.permission?.precise;
		const needed = coarse || restricts(policy.definition.rule) && standing(input) === "uncertain";
		return [precise === void 0 ? skipped("precise_location_off", "not_reported") : (!precise && needed ? fail : pass)("precise_location_off", 1, {
			precise,
			...inputs
		}), coarse ? fail("accuracy_too_low", 1, inputs) : pass("accuracy_too_low", 1, inputs)];
	}
});

// checks/expected-jurisdiction.ts
var expectedJurisdiction = check({
	question: "Is the place known, and is it the one that the backend expected?",
	group: "place",
	codes: {
		jurisdiction_unknown: {
			fail: "review",
			outcomes: ["fail"]
		},
		jurisdiction_unexpected: {
			fail: "review",
			remedy: "confirm_your_place"
		}
	},
	run(input) {
		const reason = whyNotCurrent(input) ?? (input.place ? null : "no_place_data");
		if (reason || !input.place) return [skipped("jurisdiction_unknown", reason ?? ""), skipped("jurisdiction_unexpected", reason ?? "")];
		const { country, subdivision, source } = input.place;
		const found = {
			country,
			subdivision,
			source
		};
		return [country === null ? fail("jurisdiction_unknown", 1, found) : pass("jurisdiction_unknown", 1, found), unexpected(input, input.place)];
	}
});
function unexpected(input, place) {
	const code = "jurisdiction_unexpected";
	const expected = input.transaction.expected_jurisdiction;
	if (!expected) return skipped(code, "none_expected");
	if (place.country === null) return skipped(code, "jurisdiction_unknown");
	const { country, subdivision, within, border_distance_m } = place;
	const inputs = {
		country,
		subdivision,
		expected_country: expected.country,
		expected_subdivision: expected.subdivision ?? null
	};
	if (country !== expected.country) return nearBorder(input) ? uncertain(code, .5, inputs) : fail(code, .95, inputs);
	if (!expected.subdivision) return pass(code, .95, inputs);
	if (subdivision === null && within.length === 0) return uncertain(code, .5, inputs);
	if (subdivision === expected.subdivision || within.includes(expected.subdivision)) return pass(code, .95, inputs);
	return nearBorder(input) ? uncertain(code, .5, {
		...inputs,
		border_distance_m
	}) : fail(code, .95, inputs);
}
/** Whether the place's own border is too near to say on which side the device stands; false when not computed. */
function nearBorder({ place, position }) {
	if (!place || !position || place.border_distance_m === null) return false;
	const sigma = Math.hypot(position.p95_m / 2.4477, place.boundary_error_m / 2);
	return place.border_distance_m < 1.645 * sigma;
}

// checks/ip-country.ts
/** Two databases that agree, or one alone, are believed; two that contradict each other are not. */
var BELIEVED = .8;
var ipCountry = check({
	question: "Does the network address belong to the country where the device stands?",
	group: "network",
	codes: {
		ip_unavailable: {
			fail: "ignore",
			outcomes: []
		},
		ip_country_uncertain: {
			fail: "ignore",
			uncertain: "ignore",
			outcomes: ["uncertain"]
		},
		ip_country_mismatch: {
			fail: "review",
			remedy: "turn_off_vpn"
		}
	},
	run(input) {
		const { ip, ip_class, ip_source, country, country_confidence, sources } = input.network;
		const reason = whyNoCountry(input);
		if (reason) return [
			skipped("ip_unavailable", reason),
			skipped("ip_country_uncertain", reason),
			skipped("ip_country_mismatch", reason)
		];
		const inputs = {
			ip,
			ip_class,
			ip_source,
			country,
			country_confidence,
			sources
		};
		const certain = country_confidence >= BELIEVED;
		return [
			pass("ip_unavailable", 1, { ip_source }),
			(certain ? pass : uncertain)("ip_country_uncertain", country_confidence, inputs),
			mismatch(input)
		];
	}
});
function whyNoCountry({ network }) {
	if (network.ip === null) return "no_address";
	if (network.ip_class !== null && network.ip_class !== "public") return "ip_not_public";
	return network.country === null ? "ip_country_unknown" : null;
}
function mismatch(input) {
	const code = "ip_country_mismatch";
	const { network, place } = input;
	const reason = whyNotCurrent(input) ?? (place?.country ? null : "jurisdiction_unknown");
	if (reason) return skipped(code, reason);
	if (network.country_confidence < BELIEVED) return skipped(code, "ip_country_uncertain");
	const inputs = {
		ip_country: network.country,
		device_country: place?.country ?? null
	};
	if (!ipCountryDiffers(input)) return pass(code, network.country_confidence, inputs);
	return nearBorder(input) ? uncertain(code, .5, inputs) : fail(code, network.country_confidence, inputs);
}
/** Whether a believed country of the address contradicts the position; false when either is unknown. */
function ipCountryDiffers(input) {
	const { network, place } = input;
	if (whyNoCountry(input) || whyNotCurrent(input) || !place?.country) return false;
	return network.country_confidence >= BELIEVED && network.country !== place.country;
}

// checks/time-zone.ts
/** Zones of 30 and 45 minutes exist, and zone data differ by that much. */
var LIMIT_MIN = 60;
var timeZone = check({
	question: "Does the device keep the time of the place where it stands?",
	group: "time",
	codes: { time_zone_mismatch: {
		fail: "ignore",
		outcomes: ["fail"]
	} },
	run(input) {
		const code = "time_zone_mismatch";
		const reason = whyNotCurrent(input);
		if (reason) return [skipped(code, reason)];
		const difference_min = offsetDifference(input);
		if (difference_min === null) return [skipped(code, "no_offset")];
		const inputs = {
			utc_offset_min: input.evidence.clock?.utc_offset_min ?? null,
			utc_offsets_near: input.place?.utc_offsets_near ?? [],
			difference_min
		};
		return [(difference_min >= LIMIT_MIN ? fail : pass)(code, .9, inputs)];
	}
});
/** Minutes between the device's offset (east of UTC) and the nearest one in force around the position. */
function offsetDifference({ evidence, place }) {
	const offset = evidence.clock?.utc_offset_min;
	if (offset === void 0 || !place || place.utc_offsets_near.length === 0) return null;
	return Math.min(...place.utc_offsets_near.map((near) => Math.abs(near - offset)));
}
/** Whether the zone contradicts the position; false when either is unknown. */
function timeZoneDiffers(input) {
	return whyNotCurrent(input) === null && (offsetDifference(input) ?? 0) >= LIMIT_MIN;
}

// checks/anonymizer.ts
var FIRM = .9;
var anonymizer = check({
	question: "Does the address hide where the traffic comes from?",
	group: "network",
	codes: {
		ip_vpn: {
			fail: "fail",
			remedy: "turn_off_vpn"
		},
		ip_proxy: {
			fail: "fail",
			remedy: "turn_off_vpn"
		},
		ip_tor: {
			fail: "fail",
			remedy: "turn_off_vpn"
		},
		ip_hosting: {
			fail: "review",
			outcomes: ["fail"],
			remedy: "turn_off_vpn"
		},
		ip_private_relay: {
			fail: "ignore",
			outcomes: ["fail"]
		}
	},
	run(input) {
		const { usage } = input.network;
		const codes = [
			"ip_vpn",
			"ip_proxy",
			"ip_tor",
			"ip_hosting",
			"ip_private_relay"
		];
		if (usage === null) return codes.map((code) => skipped(code, "no_usage_data"));
		const of = (kind) => usage.find((found) => found.kind === kind);
		const relay = of("private_relay");
		const tor = of("tor");
		const tunnel = (kind) => relay ? void 0 : of(kind);
		const hosting = relay || of("cellular") ? void 0 : of("hosting");
		return [
			hidden("ip_vpn", tunnel("vpn"), input),
			hidden("ip_proxy", tunnel("proxy"), input),
			tor ? (tor.confidence >= FIRM ? fail : uncertain)("ip_tor", tor.confidence) : pass("ip_tor", .9),
			hosting ? {
				...fail("ip_hosting", hosting.confidence),
				at_most: "review"
			} : pass("ip_hosting", .9),
			relay ? fail("ip_private_relay", relay.confidence) : pass("ip_private_relay", .9)
		];
	}
});
/** One source over-blocks: a firm answer takes two signals of independent families. */
function hidden(code, found, input) {
	if (!found) return pass(code, .9);
	const signals = [...new Set(found.families)];
	if (timeZoneDiffers(input)) signals.push("device");
	if (ipCountryDiffers(input)) signals.push("place");
	const inputs = { signals };
	return signals.length >= 2 ? fail(code, found.confidence, inputs) : uncertain(code, found.confidence, inputs);
}

// checks/assurance.ts
var LEVELS = [
	"consistent",
	"attested",
	"handoff"
];
var assurance = check({
	question: "Is the origin of the evidence proven as far as the policy demands?",
	group: "assurance",
	codes: { attestation_missing: {
		fail: "fail",
		remedy: "use_app_or_phone"
	} },
	run({ origin, policy }) {
		const code = "attestation_missing";
		const demanded = policy.definition.min_assurance ?? "consistent";
		if (demanded === "consistent") return [skipped(code, "not_demanded")];
		const reached = assuranceOf(origin);
		const inputs = {
			demanded,
			reached,
			attestation: origin.attestation
		};
		if (LEVELS.indexOf(reached) >= LEVELS.indexOf(demanded)) return [pass(code, 1, inputs)];
		return [origin.attestation === "unverified" && demanded === "attested" ? uncertain(code, .5, inputs) : fail(code, 1, inputs)];
	}
});
/** What was proven: nothing contradicts the claim, a genuine app sent it, or a phone bound to the session did. */
function assuranceOf({ attestation, handoff }) {
	if (handoff) return "handoff";
	return attestation === "verified" ? "attested" : "consistent";
}

// checks/clock-skew.ts
var UNCERTAIN_MS = 12e4;
var WRONG_MS = 6e5;
var clockSkew = check({
	question: "Does the device's clock agree with ours?",
	group: "time",
	codes: { clock_skew: {
		fail: "review",
		uncertain: "ignore",
		remedy: "check_device_clock"
	} },
	run({ evidence, now_ms }) {
		const epoch = deviceClock(evidence);
		if (epoch === null) return [skipped("clock_skew", "no_clock")];
		const skew_ms = epoch - now_ms;
		const size = Math.abs(skew_ms);
		if (size > WRONG_MS) return [fail("clock_skew", 1, { skew_ms })];
		return [size > UNCERTAIN_MS ? uncertain("clock_skew", .7, { skew_ms }) : pass("clock_skew", 1, { skew_ms })];
	}
});

// checks/install-id.ts
var installId = check({
	question: "Is the install id one of ours?",
	group: "history",
	codes: { install_id_invalid: {
		fail: "ignore",
		outcomes: ["fail"]
	} },
	run({ install: { id, valid } }) {
		const code = "install_id_invalid";
		if (id === null || valid === null) return [skipped(code, "no_install_id")];
		return [valid ? pass(code, 1) : fail(code, 1)];
	}
});

// checks/ip-stamp.ts
var family = (ip) => ip.includes(":") ? 6 : 4;
var ipStamp = check({
	question: "Is the address that was stamped during collect() the one that now connects?",
	group: "network",
	codes: { ip_stamp_mismatch: {
		fail: "ignore",
		uncertain: "ignore"
	} },
	run({ network: { ip, stamp_ip } }) {
		const code = "ip_stamp_mismatch";
		if (stamp_ip === null) return [skipped(code, "no_stamp")];
		if (ip === null) return [skipped(code, "no_address")];
		const inputs = {
			ip,
			stamp_ip
		};
		if (ip === stamp_ip) return [pass(code, 1, inputs)];
		return [family(ip) === family(stamp_ip) ? fail(code, .8, inputs) : uncertain(code, .5, inputs)];
	}
});

// checks/override.ts
var override = check({
	question: "Does the position look like a value that somebody typed in?",
	group: "integrity",
	codes: { override_suspected: {
		fail: "review",
		outcomes: ["fail"]
	} },
	run({ evidence, position }) {
		const code = "override_suspected";
		if (evidence.platform !== "web") return [skipped(code, "not_web")];
		if (!position) return [skipped(code, "no_position")];
		const tells = evidence.positions.some((reading) => reading.accuracy_m === 0) ? ["zero_accuracy"] : [];
		return [tells.length > 0 ? fail(code, .95, { tells }) : pass(code, .5, { tells })];
	}
});

// checks/permission.ts
var permission = check({
	question: "Was the client allowed to read its position?",
	group: "position",
	codes: {
		permission_denied: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "open_location_settings"
		},
		permission_blocked_by_policy: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "ask_site_owner"
		}
	},
	run(input) {
		const inputs = {
			state: input.evidence.permission?.state ?? null,
			error: input.evidence.position_error ?? null
		};
		const found = permissionFinding(input);
		return ["permission_denied", "permission_blocked_by_policy"].map((code) => {
			if (found === code) return fail(code, 1, inputs);
			if (input.position || inputs.state === "granted") return pass(code, 1, inputs);
			return skipped(code, found ? "another_cause" : "no_permission_state");
		});
	}
});
/** A usable position outranks what the permission says: browsers are slow to tell that it was given. */
function permissionFinding({ evidence, position }) {
	if (position) return null;
	const state = evidence.permission?.state;
	if (state === "blocked_by_policy") return "permission_blocked_by_policy";
	return state === "denied" || state === "dismissed" || evidence.position_error === "permission_denied" ? "permission_denied" : null;
}

// checks/position-available.ts
/** Exactly one code fails when there is no usable position: nothing else may let such evidence through. */
var positionAvailable = check({
	question: "Is there a reading that can be used?",
	group: "position",
	codes: {
		position_unavailable: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "turn_on_location"
		},
		position_timeout: {
			fail: "retry",
			outcomes: ["fail"],
			remedy: "move_near_window"
		}
	},
	run(input) {
		const { evidence, position } = input;
		const codes = ["position_unavailable", "position_timeout"];
		if (position) return codes.map((code) => pass(code, 1, { readings: evidence.positions.length }));
		const refused = permissionFinding(input);
		if (refused) return codes.map((code) => skipped(code, refused));
		const found = evidence.position_error === "position_timeout" && evidence.positions.length === 0 ? "position_timeout" : "position_unavailable";
		const inputs = {
			error: evidence.position_error ?? null,
			rejected: rejections(evidence)
		};
		return codes.map((code) => code === found ? fail(code, 1, inputs) : skipped(code, "another_cause"));
	}
});

// checks/replay.ts
var replay = check({
	question: "Did exactly this evidence come before?",
	group: "history",
	codes: { evidence_replayed: {
		fail: "fail",
		outcomes: ["fail"]
	} },
	run({ evidence, history: { evidence_seen } }) {
		const code = "evidence_replayed";
		if (evidence_seen === null) return [skipped(code, "not_looked_up")];
		if (evidence.positions.length === 0) return [skipped(code, "no_position")];
		return [(evidence_seen === "no" ? pass : fail)(code, 1, { evidence_seen })];
	}
});

// great-circle.ts
/** Mean radius of the Earth (IUGG), metres. The sphere is at most 0.6 % off the ellipsoid. */
var EARTH_RADIUS_M = 6371008.8;
var RADIANS = Math.PI / 180;
/** Great-circle distance in metres (haversine: stable for neighbours and across the antimeridian). */
function greatCircleM(a, b) {
	const dLat = Math.sin((b.lat - a.lat) * RADIANS / 2);
	const dLng = Math.sin((b.lng - a.lng) * RADIANS / 2);
	const h = dLat * dLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * dLng * dLng;
	return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

// checks/travel.ts
/** Above airliners, jet stream included. */
var IMPOSSIBLE_MPS = 300;
/** Above roads; fast trains and aircraft go there. */
var FAST_MPS = 70;
/** A shorter jump is a change of source (Wi-Fi to satellite), whose errors outgrow their p95 now and then. */
var LEAST_GAP_M = 1e3;
/** Nobody flies from door to door in less. */
var FLIGHT_MS = 36e5;
var FLIGHT_M = 2e5;
var CRUISE_ALTITUDE_M = 6e3;
var travel = check({
	question: "Can the person have come here from where they last were?",
	group: "history",
	codes: {
		impossible_travel: {
			fail: "fail",
			outcomes: ["fail"]
		},
		fast_travel: {
			fail: "review",
			outcomes: ["fail"]
		}
	},
	run(input) {
		const { position, history } = input;
		const reason = whyNotCurrent(input) ?? whyNoPair(input);
		if (reason || !position || !history.previous) return [skipped("impossible_travel", reason ?? ""), skipped("fast_travel", reason ?? "")];
		const pair = journey(position, history.previous, input.now_ms);
		const install = installOf(input, history.previous);
		const inputs = {
			...pair,
			install
		};
		const impossible = pair.gap_m >= LEAST_GAP_M && pair.speed_mps > IMPOSSIBLE_MPS;
		const fast = pair.gap_m >= LEAST_GAP_M && pair.speed_mps > FAST_MPS && !impossible;
		const explained = explanation(position, pair);
		const found = fail("impossible_travel", .99, inputs);
		if (install !== "same") found.at_most = "review";
		return [impossible ? found : pass("impossible_travel", .95, inputs), fast && !explained ? fail("fast_travel", .7, inputs) : pass("fast_travel", fast ? .6 : .9, {
			...inputs,
			...fast && { explained }
		})];
	}
});
function whyNoPair({ position, history: { previous }, policy }) {
	if (!previous) return "no_history";
	if (previous.decision !== "pass") return "previous_not_accepted";
	const limit_m = maxAccuracyM(policy.definition);
	return (position?.p95_m ?? 0) > limit_m || previous.p95_m > limit_m ? "accuracy_too_low" : null;
}
/** The slowest journey that explains both fixes: radii taken off, and the age of the earlier one added to the time. */
function journey(here, there, now_ms) {
	const distance_m = greatCircleM(here, there);
	const gap_m = Math.max(0, distance_m - here.p95_m - there.p95_m);
	const elapsed_ms = Math.max(1e3, Math.abs(now_ms - there.at_ms) + there.age_ms);
	return {
		distance_m,
		gap_m,
		elapsed_ms,
		speed_mps: gap_m / elapsed_ms * 1e3
	};
}
function installOf({ install }, previous) {
	if (install.id === null || install.valid === false || previous.install_id === null) return "unknown";
	return install.id === previous.install_id ? "same" : "other";
}
function explanation(here, pair) {
	if ((here.speed_mps ?? 0) >= FAST_MPS) return "speed";
	if ((here.altitude_m ?? 0) >= CRUISE_ALTITUDE_M) return "altitude";
	return pair.elapsed_ms >= FLIGHT_MS && pair.gap_m >= FLIGHT_M ? "flight" : null;
}

// checks/all.ts
/** Every check. The order is the order of the evidence and of equally strict reasons. */
var CHECKS = [
	permission,
	positionAvailable,
	freshness,
	accuracy,
	jurisdiction,
	expectedJurisdiction,
	ipCountry,
	anonymizer,
	ipStamp,
	clockSkew,
	timeZone,
	travel,
	replay,
	installId,
	override,
	assurance
];
/** Every code that a check can give, with how it acts by default and to which group it belongs. */
var CODES = new Map(CHECKS.flatMap(({ codes, group }) => Object.entries(codes).map(([code, traits]) => [code, {
	...traits,
	group
}])));
/**
* What a finding asks for. `fail` follows the policy, then the code's default. `uncertain` is `ignore` where that is
* ignored, else `retry` (which becomes `review` without tries left): uncertainty fails nobody, whatever a policy says.
*/
function actionFor(definition, code, outcome) {
	if (outcome === "pass" || outcome === "skipped") return "ignore";
	const traits = CODES.get(code);
	const stated = definition.actions?.[code];
	if (outcome === "fail") return stated ?? traits?.fail ?? "review";
	if (stated) return stated === "ignore" ? "ignore" : "retry";
	return traits?.uncertain ?? "retry";
}
/** How many `next_token`s the policy gives; 0 when retry is off. */
function hopsOf({ retry }) {
	return retry?.on === false ? 0 : Math.min(3, retry?.hops ?? 3);
}

// recheck.ts
/**
* The re-check clock. Maine 16-633 ch. 62 §3(B) and 24 NCAC 06B .0405: static devices at least every 20 minutes and
* every 5 within a mile of the border; moving ones by their distance to it at 65 mph, never above 20 minutes.
*/
var MAX_INTERVAL_S = 1200;
var MILE_M = 1609.344;
/** 65 mph. */
var LAW_SPEED_MPS = 29.0576;
/** Two accepted fixes this far apart in time, at one place, show that a device stays. */
var STATIC_AFTER_MS = 3e5;
/** Longer ago proves nothing about the hours between. */
var STATIC_WITHIN_MS = 18e5;
/** Whole seconds until the next check is due, whatever was decided; `retry` overrides it with 0. */
function nextCheckS(input) {
	const { position, rule } = input;
	const { max_s = MAX_INTERVAL_S, border_m = MILE_M } = input.policy.definition.recheck ?? {};
	const most = Math.min(MAX_INTERVAL_S, max_s);
	if (!position) return Math.min(most, 300);
	if (!rule || rule.signed_distance_m === null) return most;
	const distance_m = Math.abs(rule.signed_distance_m);
	if (isStatic(input)) return distance_m <= border_m ? Math.min(most, 300) : most;
	const free_m = Math.max(0, distance_m - position.p95_m - rule.boundary_error_m);
	const border_s = Math.floor(free_m / LAW_SPEED_MPS - position.age_ms / 1e3);
	return Math.min(most, Math.max(10, border_s));
}
/** Movement must end a static interval early, or the promise of the 65 mph clock would not hold. */
function recheckOn(input) {
	const always = [
		"ip_change",
		"resume",
		"permission_change"
	];
	return isStatic(input) ? [...always, "movement"] : always;
}
/**
* Static has to be shown, mobile is the default: two accepted fixes of one install, 5 to 30 minutes apart, closer than
* both radii.
*/
function isStatic({ position, history: { previous }, install, now_ms }) {
	if (!position || !previous || previous.decision !== "pass") return false;
	if (install.id === null || install.id !== previous.install_id) return false;
	const apart_ms = now_ms - position.age_ms - (previous.at_ms - previous.age_ms);
	if (apart_ms < STATIC_AFTER_MS || apart_ms > STATIC_WITHIN_MS) return false;
	return greatCircleM(position, previous) < position.p95_m + previous.p95_m;
}

// decision.ts
/** Raised with every change that can alter an answer; earlier engines stay, so that stored decisions can be recomputed. */
var ENGINE_VERSION = "1";
var STRICTNESS = {
	pass: 0,
	review: 1,
	retry: 2,
	fail: 3
};
/** Facts in, answer out: no clock, no chance, nothing read, nothing kept. `checks` differs only in mutation controls. */
function decide(input, checks = CHECKS) {
	const findings = checks.flatMap((check) => runCheck(check, input));
	const reasons = findings.map((finding) => ({
		code: finding.code,
		verdict: verdictOf(finding, input)
	})).filter(({ verdict }) => verdict !== "pass").sort((a, b) => STRICTNESS[b.verdict] - STRICTNESS[a.verdict]);
	const decision = reasons[0]?.verdict ?? "pass";
	const reason_codes = reasons.map(({ code }) => code);
	return {
		decision,
		reason_codes,
		client_reasons: reason_codes.filter((code) => CODES.get(code)?.remedy !== void 0),
		checks: findings.map(({ code, outcome, confidence, inputs }) => ({
			code,
			outcome,
			confidence,
			inputs
		})),
		assurance: assuranceOf(input.origin),
		next_check_in_s: decision === "retry" ? 0 : nextCheckS(input),
		recheck_on: recheckOn(input),
		engine_version: "1"
	};
}
function runCheck(check, input) {
	if (input.policy.definition.depth === "light" && (check.group === "integrity" || check.group === "history")) return Object.keys(check.codes).map((code) => skipped(code, "depth"));
	return check.run(input);
}
/** What one finding asks for. `retry` needs a try left; without one a person looks at it. */
function verdictOf(finding, { policy, chain }) {
	const action = actionFor(policy.definition, finding.code, finding.outcome);
	if (action === "ignore") return "pass";
	if (action === "fail" && finding.at_most) return finding.at_most;
	if (action !== "retry") return action;
	return chain.retry_left && chain.hop < hopsOf(policy.definition) ? "retry" : "review";
}
export { ENGINE_VERSION, decide };
