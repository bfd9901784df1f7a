package dev.plumbline.engine;

import java.util.stream.Stream;
import org.drools.core.common.InternalWorkingMemory;
import org.drools.core.impl.InternalRuleBase;
import org.drools.core.reteoo.BetaMemory;
import org.drools.core.reteoo.BetaNode;
import org.kie.api.runtime.KieSession;

/** What a session holds at the conditions of its rules. */
final class ConditionMemories {

  private ConditionMemories() {}

  static Stream<BetaMemory<?>> of(KieSession session) {
    var memory = (InternalWorkingMemory) session;
    return ((InternalRuleBase) session.getKieBase())
        .getReteooBuilder().getTerminalNodes().values().stream()
            .flatMap(Stream::of)
            .flatMap(
                end ->
                    Stream.iterate(
                        end.getLeftTupleSource(),
                        each -> each != null,
                        each -> each.getLeftTupleSource()))
            .distinct()
            .filter(BetaNode.class::isInstance)
            .map(node -> (BetaMemory<?>) BetaNode.getBetaMemory(node, memory));
  }
}
