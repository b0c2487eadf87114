package com.standpoint.test

import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

internal class Case(val name: String, val run: suspend () -> Unit)

internal fun case(name: String, run: suspend () -> Unit) = Case(name, run)

/** Runs what the vectors cannot hold: time, threads and files. The compiler package has no test runner. */
public fun main(): Unit = runBlocking {
    val failed = (jsonCases + clientCases + faceCases + flowCases + storeCases).filterNot { case ->
        val problem = runCatching { case.run() }.exceptionOrNull()
        println(if (problem == null) "ok ${case.name}" else "FAILED ${case.name}: $problem")
        problem?.printStackTrace()
        problem == null
    }
    exitProcess(if (failed.isEmpty()) 0 else 1)
}
