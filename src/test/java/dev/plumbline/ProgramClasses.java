package dev.plumbline;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/**
 * The classes of the program. Dependencies of the libraries are not resolved, which would take most
 * of the time.
 */
public final class ProgramClasses {

  public static final JavaClasses ALL =
      ArchConfiguration.withThreadLocalScope(
          configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .importPackages("dev.plumbline");
          });

  private ProgramClasses() {}
}
